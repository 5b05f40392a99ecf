// The editor, which is loaded when it opens.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, keymap, lineNumbers } from "@codemirror/view";
import { colours } from "./language";

/** A stretch of the text, in bytes, with what is wrong there. */
export interface Wrong {
  from: number;
  to: number;
  message: string;
}

export interface Editor {
  put(text: string): void;
  fault(wrong: Wrong | undefined): void;
}

/** The letter of a text at which this byte stands. */
function letter(bytes: Uint8Array, place: number): number {
  return new TextDecoder().decode(bytes.subarray(0, place)).length;
}

export function editor(parent: HTMLElement, changed: (text: string) => void): Editor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        lintGutter(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        colours,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "House rule", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  // A long rule is scrolled by keys too.
  view.scrollDOM.tabIndex = 0;
  return {
    put(text) {
      if (text === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    fault(wrong) {
      const all: Diagnostic[] = [];
      if (wrong) {
        const bytes = new TextEncoder().encode(view.state.doc.toString());
        const from = Math.min(letter(bytes, wrong.from), view.state.doc.length);
        const to = Math.min(Math.max(letter(bytes, wrong.to), from + 1), view.state.doc.length);
        all.push({ from: Math.min(from, to), to, severity: "error", message: wrong.message });
      }
      view.dispatch(setDiagnostics(view.state, all));
    },
  };
}
