/** A catalogue whose codes say where the items of a file belong. */
export interface FileCatalogue {
  id: string
  /** As GAEB names it: `cost group DIN 276 2018-12`, `locality`, `work category` …, or a word of the file's own. */
  type: string
  name: string
}

/** The part of a line that belongs to one code of a catalogue. */
export interface LineGroup {
  /** The id of the catalogue. */
  catalogue: string
  code: string
  /** Per cent. */
  share: string
}

/** Where the lines of an estimate belong, in as many catalogues as there are. */
export interface LineGroups {
  catalogues: readonly FileCatalogue[]
  /** By the id of the node; the group that is the line's own stands first. */
  byLine: ReadonlyMap<string, readonly LineGroup[]>
}
