// What the engine is asked and what it says: the shapes of `page/engine`.
export type View = "exactly" | "at-least" | "at-most";
export type Mode = "odds" | "dc" | "best" | "duel" | "play";
export type Want = "json" | "figure" | "svg" | "markdown" | "bbcode" | "csv";

export interface Request {
  do?: Mode;
  questions?: string[];
  set?: Change;
  rules?: string;
  program?: string;
  view?: View;
  of?: string;
  at_least?: number;
  at_most?: number;
  column?: string;
  edge?: string;
  match?: number;
  method?: "either" | "both" | "exact" | "sampled";
  trials?: number;
  seed?: number;
  budget?: number;
  target?: number;
  each?: string[];
  never_below?: boolean;
  luck?: string;
  dark?: boolean;
  want?: Want[];
}

export interface Change {
  question: number;
  field: string;
  value?: string;
}

export interface Fault {
  message: string;
  hint: string | null;
  place: string | null;
  span: { line: number; column: number; from: number; to: number } | null;
  excerpt: string | null;
  too_large: boolean;
}

export interface FormField {
  name: string;
  kind: "integer" | "decimal" | "choice" | "list" | "text" | "file";
  value: string | null;
  default: string;
  required: boolean;
  usual: [number, number] | null;
  words: string[];
  named: [string, number][];
  unit: string;
  about: string;
}

export interface Form {
  check: string;
  title: string;
  about: string;
  source: string;
  dice: boolean;
  fields: FormField[];
  can: { dc: boolean; best: boolean; duel: boolean; edge: boolean };
}

export interface Numbers {
  names: number;
  heading: string[];
  rows: string[][];
}

export interface Facts {
  label: string;
  mean: string | null;
  spread: string | null;
  median: string | null;
  success: string | null;
}

export interface Said {
  error?: Fault;
  questions?: string[];
  forms?: Form[];
  title?: string;
  answer?: string[];
  lines?: string[];
  notes?: string[];
  tables?: Numbers[];
  facts?: Facts[];
  figure?: string;
  svg?: string;
  json?: unknown;
  markdown?: string;
  bbcode?: string;
  csv?: string;
  command?: string;
  trials?: number;
  seed?: number;
  version: string;
  ordered: boolean;
}

export interface Item {
  id: string;
  title: string;
  about: string;
  question: string;
  duel: boolean;
}

export interface Menu {
  error?: Fault;
  systems?: { name: string; title: string; checks: Item[] }[];
}
