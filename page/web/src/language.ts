// How rules are coloured while they are written; what is right and wrong is the engine's to say.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const WORDS = /^(?:ask|result|step|until|state|deck|shuffle|return|when|if|then|else|and|or|not|otherwise|at most|in|decide|mod|end|given)\b/;
const DICE = /^(?:\d+)?d(?:\d+|%|F)(?:!{1,2}[po]?|k[hlm]\d*|d[hl]\d*|ro?\d*|mi\d+|ma\d+)*/;
const KEYS = /^(?:name|fields|rule|ladder|success|edge|difficulty|title|end|reads|label|use|about|set)\s*(?==)/;

const language = StreamLanguage.define({
  name: "oddsmith",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.sol() && stream.match(/^\[\[?[^\]]*\]?\]/)) return "heading";
    if (stream.sol() && stream.match(KEYS)) return "propertyName";
    if (stream.match(/^\$\w+(\.\w+)?/)) return "variableName.special";
    if (stream.match(DICE)) return "atom";
    if (stream.match(WORDS)) return "keyword";
    if (stream.match(/^[a-z_]+(?=\()/)) return "variableName.function";
    if (stream.match(/^"""/) || stream.match(/^"[^"]*"/)) return "string";
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^[\w ]+:(?=\s)/)) return "labelName";
    if (!stream.match(/^\w+/)) stream.next();
    return null;
  },
});

const style = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)" },
  { tag: tags.heading, color: "var(--code-name)", fontWeight: "bold" },
  { tag: tags.propertyName, color: "var(--code-name)" },
  { tag: tags.special(tags.variableName), color: "var(--code-field)", fontWeight: "bold" },
  { tag: tags.atom, color: "var(--accent)", fontWeight: "bold" },
  { tag: tags.keyword, color: "var(--code-word)" },
  { tag: tags.function(tags.variableName), color: "var(--code-word)" },
  { tag: tags.labelName, fontWeight: "bold" },
  { tag: tags.string, color: "var(--code-field)" },
  { tag: tags.number, color: "var(--code-number)" },
]);

export const colours = [language, syntaxHighlighting(style)];
