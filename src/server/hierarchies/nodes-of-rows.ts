import type { ErrorDetail } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { NodeKind } from './places-of-model.ts'
import { notAtTop, notInside } from './refuse-wrong-kinds.ts'

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
  parent: string | null
  /** Id of its kind. */
  kind: string | null
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
 * (`1.2.3` is part of `1.2`). Wholes need not stand before their parts. A row of the list is meant before a node that is
 * there already, and codes alone never lead out of the node that the list is put in.
 * @param inside the node the list is put in; null at the top
 * @example nodesOfRows([{ name: 'House', code: '1' }, { name: 'Floor', code: '1.1' }], [], [], null)
 * // { drafts: [{ row: 0, above: null, depth: 0, … }, { row: 1, above: 0, depth: 1, … }], wrong: [] }
 */
export function nodesOfRows(
  rows: readonly NodeRow[],
  known: readonly KnownNode[],
  kinds: readonly NodeKind[],
  inside: string | null,
): { drafts: NodeDraft[]; wrong: ErrorDetail[] } {
  const wrong: ErrorDetail[] = []
  const refused = new Set<number>()
  const refuse = (row: number, key: string, code: string, text: string, ...names: string[]): void => {
    const [name = '', kind = '', whole = ''] = names
    refused.add(row)
    wrong.push({ path: `rows.${row}.${key}`, code, ...saying(text, { name, kind, whole }) })
  }
  const kindIds = new Map(kinds.map(({ name, id }) => [spelled(name), id]))
  const listed = rows.map(({ name, code }, row) => ({ place: row, name, code, path: '' }))
  const there = known.map(({ id, name, code, path }) => ({ place: id, name, code, path }))
  const list = placesByWord(listed)
  const all = placesByWord(there)
  const below = placesByWord(inside === null ? there : nodesBelow(inside, known, there))
  const above = rows.map(({ code, parent }, row) => {
    const named = textOf(parent)
    const place =
      named === ''
        ? (placeOfCode(textOf(code), list.codes) ?? placeOfCode(textOf(code), below.codes) ?? null)
        : [list.codes, list.names, all.codes, all.paths, all.names]
            .map((places) => places.get(spelled(named)))
            .find((found) => found !== undefined && found !== row)
    if (place === undefined)
      refuse(row, 'parent', 'unknown', 'Nothing is called “{{name}}” that it could be part of.', named)
    if (place === several && named !== '')
      refuse(row, 'parent', 'ambiguous', '“{{name}}” is the name of several: write its code.', named)
    if (place === several && named === '')
      refuse(row, 'parent', 'ambiguous', 'Several have the code that “{{name}}” stands below.', textOf(code))
    return place === undefined || place === several ? null : place
  })
  const drafts = rows.map(({ kind }, row): NodeDraft => {
    const word = textOf(kind)
    const id = word === '' ? null : (kindIds.get(spelled(word)) ?? null)
    if (word !== '' && id === null)
      refuse(row, 'kind', 'unknown', 'This hierarchy has no kind “{{name}}”.', word)
    const depth = depthOf(row, above)
    if (depth === null) refuse(row, 'parent', 'circle', 'It would be part of itself.')
    return { row, kind: id, above: above[row] ?? null, depth: depth ?? 0 }
  })
  const kindOf = new Map<number | string | null, string | null>([
    ...known.map(({ id, kind }) => [id, kind] as const),
    ...drafts.map(({ row, kind }) => [row, kind] as const),
  ])
  const byId = new Map(kinds.map((kind) => [kind.id, kind]))
  // Where a row stands is not known if what it names is not.
  const unplaced = new Set(refused)
  for (const { row, kind: id, above: own } of drafts) {
    const kind = byId.get(id ?? '')
    const whole = own ?? inside
    const around = byId.get(kindOf.get(whole) ?? '')
    const name = textOf(rows[row]?.name)
    if (
      !kind ||
      unplaced.has(row) ||
      (whole === null ? kind.at_top : !around || kind.inside.includes(around.id))
    )
      continue
    const words = whole === null ? notAtTop : notInside
    refuse(row, 'kind', 'node_type', words, name, kind.name, around?.name ?? '')
  }
  return { drafts, wrong }
}

/** More than one is called so. */
const several = Symbol('several')
/** A row by its number, or what is there by its id. */
type Place = number | string | typeof several
type Places = Map<string, Place>

const textOf = (text: string | null | undefined): string => text?.trim() ?? ''
/** As it is compared; `1.` is the code `1`. */
const spelled = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ').replace(/\.$/, '')

interface Named {
  place: number | string
  name: string
  code?: string | null | undefined
  path: string
}

function placesByWord(nodes: readonly Named[]): Record<'codes' | 'paths' | 'names', Places> {
  const codes: Places = new Map()
  const paths: Places = new Map()
  const names: Places = new Map()
  const note = (places: Places, word: string, place: Place): void => {
    if (word !== '') places.set(word, places.has(word) ? several : place)
  }
  for (const { place, name, code, path } of nodes) {
    note(codes, spelled(textOf(code)), place)
    note(paths, spelled(path), place)
    note(names, spelled(name), place)
  }
  return { codes, paths, names }
}

function nodesBelow(inside: string, known: readonly KnownNode[], named: readonly Named[]): Named[] {
  const parents = new Map(known.map(({ id, parent }) => [id, parent]))
  const isBelow = (id: string): boolean => {
    for (let at = parents.get(id); at; at = parents.get(at)) if (at === inside) return true
    return false
  }
  return named.filter(({ place }) => isBelow(String(place)))
}

/** `1.2.3` stands in `1.2`, or where nothing has that code in `1`. */
function placeOfCode(code: string, codes: Places): Place | undefined {
  const parts = spelled(code).split('.')
  for (let end = parts.length - 1; end > 0; end -= 1) {
    const place = codes.get(parts.slice(0, end).join('.'))
    if (place !== undefined) return place
  }
  return undefined
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
