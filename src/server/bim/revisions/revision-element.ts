import type { Fingerprint } from './fingerprint.ts'

/** How an element stands in space: metres with the axes of the file. */
export interface ElementShape {
  /** Its box: the least and the largest x, y, z. */
  box: readonly number[]
  /** The middle of its surface. */
  middle: readonly number[]
  area: number
}

/** What is known of an element when two versions of a model are compared. */
export interface RevisionElement {
  id: string
  /** What it is across versions: the id of the first element it was. */
  identity: string
  globalId: string | null
  ifcClass: string
  tag: string | null
  name: string
  typeName: string | null
  predefinedType: string | null
  storey: string | null
  materials: string | null
  /** Null where it has no triangles. */
  shape: ElementShape | null
  /** Hashes of what the file declares. */
  quantities: string | null
  properties: string | null
}

/** An element as it is compared, from what its record says. */
export function revisionElement(id: string, values: Readonly<Record<string, unknown>>): RevisionElement {
  const text = (key: string): string | null => {
    const value = values[key]
    return typeof value === 'string' ? value : null
  }
  // Written by us only.
  const fingerprint = (values['fingerprint'] ?? null) as Fingerprint | null
  return {
    id,
    identity: text('identity') ?? id,
    globalId: text('global_id'),
    ifcClass: text('ifc_class') ?? '',
    tag: text('tag'),
    name: text('name') ?? '',
    typeName: text('type_name'),
    predefinedType: text('predefined_type'),
    storey: text('storey'),
    materials: text('materials'),
    shape: fingerprint?.shape ?? null,
    quantities: fingerprint?.quantities ?? null,
    properties: fingerprint?.properties ?? null,
  }
}

/** Where two shapes count as in one place: exporters round and cut differently. */
const samePlace = 0.05
/** From here on something was moved, metres. */
const moved = 0.005

const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, axis) => value - (b[axis] ?? 0)))

const near = (a: number, b: number, least: number): boolean =>
  Math.abs(a - b) <= Math.max(least, Math.abs(a) * 0.001)

const sizeOf = ({ box }: ElementShape): number[] =>
  [0, 1, 2].map((axis) => (box[axis + 3] ?? 0) - (box[axis] ?? 0))

/** Whether two elements have one shape, wherever they are: their boxes to 2 mm, their surfaces to a thousandth. */
export const hasSameShape = ({ shape: a }: RevisionElement, { shape: b }: RevisionElement): boolean =>
  a !== null &&
  b !== null &&
  sizeOf(a).every((length, axis) => near(length, sizeOf(b)[axis] ?? 0, 0.002)) &&
  near(a.area, b.area, 0.0005)

/** Whether they are in one place, to 50 mm. */
export const isInPlace = ({ shape: a }: RevisionElement, { shape: b }: RevisionElement): boolean =>
  a !== null && b !== null && distance(a.middle, b.middle) <= samePlace

/** Whether their boxes touch, to 50 mm. */
export const doTouch = ({ shape: a }: RevisionElement, { shape: b }: RevisionElement): boolean =>
  a !== null &&
  b !== null &&
  [0, 1, 2].every(
    (axis) =>
      (a.box[axis] ?? 0) <= (b.box[axis + 3] ?? 0) + samePlace &&
      (b.box[axis] ?? 0) <= (a.box[axis + 3] ?? 0) + samePlace,
  )

/** Whether one was moved to become the other. */
export const wasMoved = ({ shape: a }: RevisionElement, { shape: b }: RevisionElement): boolean =>
  a !== null && b !== null && distance(a.middle, b.middle) > moved
