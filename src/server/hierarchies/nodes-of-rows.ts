import type { ErrorDetail } from '#base/app-error.ts'
import type { NodeKind } from './places-of-model.ts'

/** A row of a list, as a person writes it. */
export interface NodeRow {
  name: string
  code?: string | null | undefined
  /** The code, the path or the name of what it is part of. */
  parent?: string | null | undefined
  /** What its kind is called. */
  kind?: string | null | undefined
}

/** A node that is there already, by which rows may name what they are part of. */
export interface KnownNode {
  id: string
  name: string
  code: string | null
  /** The names from the top down to it. */
  path: string
}

/** A node to be made. */
export interface NodeDraft {
  /** Its row, from 0. */
  row: number
  kind: string | null
  /** The row it is part of, else the id of a node that is there; null at the place the list is put. */
  above: number | string | null
  /** 0 where what it is part of is there already. */
  depth: number
}

/**
 * The nodes that the rows of a list become: a row says what it is part of by code, path or name, else its code does
 * (`1.2.3` is part of `1.2`). Wholes need not stand before their parts.
 * @example nodesOfRows([{ name: 'House', code: '1' }, { name: 'Floor', code: '1.1' }], [], [])
 * // { drafts: [{ row: 0, above: null, depth: 0, … }, { row: 1, above: 0, depth: 1, … }], wrong: [] }
 */
export function nodesOfRows(
  rows: readonly NodeRow[],
  known: readonly KnownNode[],
  kinds: readonly NodeKind[],
): { drafts: NodeDraft[]; wrong: ErrorDetail[] } {
  const wrong: ErrorDetail[] = []
  const refuse = (row: number, key: string, code: string, message: string): void =>
    void wrong.push({ path: `rows.${row}.${key}`, code, message: `Row ${row + 1}: ${message}` })
  const kindIds = new Map(kinds.map(({ name, id }) => [spelled(name), id]))
  const places = placesByWord(rows, known)
  const above = rows.map(({ code, parent }, row) => {
    const named = textOf(parent)
    if (named === '') return placeOfCode(textOf(code), row, places)
    const place = [places.codes, places.paths, places.names]
      .map((all) => all.get(spelled(named)))
      .find(isKnown)
    if (place === undefined || place === row) {
      refuse(row, 'parent', 'unknown', `nothing is called “${named}” that it could be part of.`)
      return null
    }
    if (place === several)
      refuse(row, 'parent', 'ambiguous', `“${named}” is the name of several: write its code.`)
    return place === several ? null : place
  })
  const drafts = rows.map(({ kind }, row): NodeDraft => {
    const word = textOf(kind)
    const id = word === '' ? null : (kindIds.get(spelled(word)) ?? null)
    if (word !== '' && id === null) refuse(row, 'kind', 'unknown', `this hierarchy has no kind “${word}”.`)
    const depth = depthOf(row, above)
    if (depth === null) refuse(row, 'parent', 'circle', 'it would be part of itself.')
    return { row, kind: id, above: above[row] ?? null, depth: depth ?? 0 }
  })
  return { drafts, wrong }
}

/** More than one is called so. */
const several = Symbol('several')
/** A row by its number, or what is there by its id. */
type Place = number | string | typeof several
type Places = Map<string, Place>

const isKnown = (place: Place | undefined): place is Place => place !== undefined
const textOf = (text: string | null | undefined): string => text?.trim() ?? ''
const spelled = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

function placesByWord(
  rows: readonly NodeRow[],
  known: readonly KnownNode[],
): Record<'codes' | 'paths' | 'names', Places> {
  const all = { codes: new Map(), paths: new Map(), names: new Map() } as Record<
    'codes' | 'paths' | 'names',
    Places
  >
  const note = (places: Places, word: string, place: Place): void => {
    if (word !== '') places.set(spelled(word), places.has(spelled(word)) ? several : place)
  }
  for (const { id, name, code, path } of known) {
    note(all.codes, textOf(code), id)
    note(all.paths, path, id)
    note(all.names, name, id)
  }
  rows.forEach(({ name, code }, row) => {
    note(all.codes, textOf(code), row)
    note(all.names, name, row)
  })
  return all
}

/** `1.2.3` stands in `1.2`, or where nothing has that code in `1`. */
function placeOfCode(code: string, row: number, { codes }: { codes: Places }): number | string | null {
  const parts = code.replace(/\.$/, '').split('.')
  for (let end = parts.length - 1; end > 0; end -= 1) {
    const shorter = parts.slice(0, end).join('.')
    const place = codes.get(spelled(shorter)) ?? codes.get(spelled(`${shorter}.`))
    if (place !== undefined && place !== several && place !== row) return place
  }
  return null
}

/** How many rows stand above a row; null: it stands in itself. */
function depthOf(row: number, above: readonly (number | string | null)[]): number | null {
  let depth = 0
  let at = above[row] ?? null
  while (typeof at === 'number') {
    depth += 1
    if (depth > above.length) return null
    at = above[at] ?? null
  }
  return depth
}
