import { doTouch, hasSameShape, isInPlace, type RevisionElement } from './revision-element.ts'

/** By what two elements of two versions were found to be one. */
export type MatchMethod = 'guid' | 'tag' | 'name_type' | 'shape_place'

export interface Match {
  before: RevisionElement
  after: RevisionElement
  method: MatchMethod
}

export interface Matching {
  matches: Match[]
  /** Elements of which some are the same and nothing says which: a person decides. */
  review: { before: RevisionElement[]; after: RevisionElement[] }[]
  removed: RevisionElement[]
  added: RevisionElement[]
}

/**
 * Finds the elements of one version of a model in the next one, surest signs first: GlobalId; class and tag; class, type, name
 * and storey in one place; class, shape and place whatever it is called; class, type, name and storey where only one is called
 * so. A sign counts where exactly one element on each side has it, and a name alone does not where something else stands
 * against it. What stays doubtful is for review and never guessed.
 *
 *     matchElements(elementsOfVersion1, elementsOfVersion2).matches.length
 */
export function matchElements(
  before: readonly RevisionElement[],
  after: readonly RevisionElement[],
): Matching {
  const left = new Set(before)
  const right = new Set(after)
  const matches: Match[] = []
  const pair = (method: MatchMethod, pairs: readonly Pair[]): void => {
    for (const [one, other] of pairs) {
      matches.push({ before: one, after: other, method })
      left.delete(one)
      right.delete(other)
    }
  }
  pair('guid', uniquePairs(left, right, guidOf))
  pair(
    'tag',
    uniquePairs(left, right, tagOf).filter(([one, other]) => speaksFor(one, other)),
  )
  pair('name_type', pairsInPlace(left, right, nameOf, isInPlace))
  pair('name_type', pairsInPlace(left, right, nameOf, isSameInPlace))
  pair('shape_place', pairsInPlace(left, right, classOf, isSameInPlace))
  pair(
    'name_type',
    uniquePairs(left, right, nameOf, { wasOne: [before, after] }).filter(([one, other]) => mayBe(one, other)),
  )
  pair('name_type', inGroups(left, right, clearlyNearest))
  pair('name_type', inGroups(left, right, movedTogether))
  pair('name_type', inGroups(left, right, onlyPairs))
  const review = doubtful(left, right)
  for (const group of review) {
    for (const one of group.before) left.delete(one)
    for (const other of group.after) right.delete(other)
  }
  return { matches, review, removed: [...left], added: [...right] }
}

type Pair = readonly [RevisionElement, RevisionElement]
type Sign = (element: RevisionElement) => string | null

const guidOf: Sign = ({ globalId }) => (globalId === null || globalId === '' ? null : globalId)
const classOf: Sign = ({ ifcClass }) => ifcClass
const tagOf: Sign = ({ ifcClass, tag }) =>
  tag === null || tag === '' ? null : JSON.stringify([ifcClass, tag])
const nameOf: Sign = ({ ifcClass, typeName, name, storey }) =>
  JSON.stringify([ifcClass, typeName, name, storey])

const isSameInPlace = (one: RevisionElement, other: RevisionElement): boolean =>
  hasSameShape(one, other) && isInPlace(one, other)

/** A tag may be a running number: something else has to agree. */
const speaksFor = (one: RevisionElement, other: RevisionElement): boolean =>
  isInPlace(one, other) || hasSameShape(one, other) || nameOf(one) === nameOf(other)

/** What is called the same, but has another shape and stands elsewhere, is another thing, unless there is no shape to tell by. */
const mayBe = (one: RevisionElement, other: RevisionElement): boolean =>
  one.shape === null || other.shape === null || hasSameShape(one, other) || doTouch(one, other)

function bySign(elements: Iterable<RevisionElement>, sign: Sign): Map<string, RevisionElement[]> {
  const groups = new Map<string, RevisionElement[]>()
  for (const element of elements) {
    const key = sign(element)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(element)
    else groups.set(key, [element])
  }
  return groups
}

/** Pairs whose sign one element on each side has; with `wasOne`, among all elements of the versions. */
function uniquePairs(
  left: ReadonlySet<RevisionElement>,
  right: ReadonlySet<RevisionElement>,
  sign: Sign,
  {
    wasOne: [before, after] = [left, right],
  }: { wasOne?: readonly [Iterable<RevisionElement>, Iterable<RevisionElement>] } = {},
): Pair[] {
  const others = bySign(after, sign)
  return [...bySign(before, sign)].flatMap(([key, [one, ...more]]) => {
    const [other, ...moreOthers] = others.get(key) ?? []
    const single = one && other && more.length === 0 && moreOthers.length === 0
    return single && left.has(one) && right.has(other) ? [[one, other] as const] : []
  })
}

// Coarser than what counts as one place, so that only neighbouring cells are looked into.
const cell = 0.05
const cellOf = ({ shape }: RevisionElement, steps: readonly number[]): string =>
  (shape?.middle ?? []).map((value, axis) => Math.floor(value / cell) + (steps[axis] ?? 0)).join(' ')
const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])))

/** Pairs with one sign that agree in space, where each has the other only. */
function pairsInPlace(
  left: Iterable<RevisionElement>,
  right: Iterable<RevisionElement>,
  sign: Sign,
  agree: (one: RevisionElement, other: RevisionElement) => boolean,
): Pair[] {
  const placed = bySign(right, (element) =>
    element.shape === null ? null : `${sign(element)} ${cellOf(element, [0, 0, 0])}`,
  )
  const found = [...left].flatMap((one) => {
    if (one.shape === null) return []
    const others = around
      .flatMap((steps) => placed.get(`${sign(one)} ${cellOf(one, steps)}`) ?? [])
      .filter((other) => agree(one, other))
    return others.map((other) => [one, other] as const)
  })
  return onlyPairs(found)
}

/** Of possible pairs those of which neither side has another one. */
function onlyPairs(found: readonly Pair[]): Pair[] {
  const times = new Map<RevisionElement, number>()
  for (const element of found.flat()) times.set(element, (times.get(element) ?? 0) + 1)
  return found.filter((pair) => pair.every((element) => times.get(element) === 1))
}

/** Pairs among those of one name and one shape, as `choose` picks them from all that are possible in a group. */
function inGroups(
  left: Iterable<RevisionElement>,
  right: Iterable<RevisionElement>,
  choose: (possible: readonly Pair[]) => Pair[],
): Pair[] {
  const others = bySign(right, nameOf)
  return [...bySign(left, nameOf)].flatMap(([key, group]) =>
    byShape(group, others.get(key) ?? []).flatMap((possible) => choose(possible)),
  )
}

/** Elements of a group by their shapes, each with all it could be. */
function byShape(left: readonly RevisionElement[], right: readonly RevisionElement[]): Pair[][] {
  let rest = left
  const groups: Pair[][] = []
  for (let [one] = rest; one; [one] = rest) {
    const like = one
    const same = rest.filter((other) => other === like || hasSameShape(like, other))
    const others = right.filter((other) => hasSameShape(like, other))
    groups.push(same.flatMap((before) => others.map((after) => [before, after] as const)))
    rest = rest.filter((other) => !same.includes(other))
  }
  return groups
}

/** How many times further away anything else must be. */
const clearly = 3

/** Those that are each other's nearest by far: a row of beams that was lifted a little. */
function clearlyNearest(possible: readonly Pair[]): Pair[] {
  return possible.filter(([one, other]) => {
    const away = distance(one, other)
    return possible.every(
      ([before, after]) =>
        (before === one) === (after === other) || distance(before, after) > Math.max(away * clearly, 0.1),
    )
  })
}

/** As many as before, each as far and in the same direction from where one was: they were moved together. */
function movedTogether(possible: readonly Pair[]): Pair[] {
  const before = [...new Set(possible.map(([one]) => one))]
  const after = [...new Set(possible.map(([, other]) => other))]
  if (before.length === 0 || before.length !== after.length) return []
  // Only the way from middle to middle can bring all of them there.
  const [from, to] = [middleOf(before), middleOf(after)]
  const way = to.map((value, axis) => value - (from[axis] ?? 0))
  const found = possible.filter(([one, other]) => distance(one, other, way) <= 0.05)
  return found.length === before.length ? onlyPairs(found) : []
}

const placeOf = ({ shape }: RevisionElement, axis: number): number => shape?.middle[axis] ?? 0
const distance = (one: RevisionElement, other: RevisionElement, way: readonly number[] = []): number =>
  Math.hypot(...[0, 1, 2].map((axis) => placeOf(other, axis) - placeOf(one, axis) - (way[axis] ?? 0)))
const middleOf = (elements: readonly RevisionElement[]): number[] =>
  [0, 1, 2].map((axis) => elements.reduce((sum, one) => sum + placeOf(one, axis), 0) / elements.length)

function doubtful(left: Iterable<RevisionElement>, right: Iterable<RevisionElement>): Matching['review'] {
  const others = bySign(right, nameOf)
  return [...bySign(left, nameOf)].flatMap(([key, before]) => {
    const after = others.get(key)
    return after ? [{ before, after }] : []
  })
}
