import type { Match, Matching } from './match-elements.ts'
import { hasSameShape, wasMoved, type RevisionElement } from './revision-element.ts'

/** In what an element differs from the one it was. */
export type Difference = 'geometry' | 'place' | 'quantity' | 'property'

/** What became of an element from one version to the next. `carried`: the same, under another GlobalId. */
export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'carried' | 'same' | 'review'

export interface ElementChange {
  kind: ChangeKind
  before: RevisionElement | null
  after: RevisionElement | null
  method: Match['method'] | null
  differences: Difference[]
}

/** What became of every element of two versions that were matched. */
export function compareElements({ matches, review, removed, added }: Matching): ElementChange[] {
  const alone = (kind: ChangeKind) => ({ kind, before: null, after: null, method: null, differences: [] })
  return [
    ...matches.map((match) => ({ ...match, ...whatBecame(match) })),
    ...review.flatMap(({ before, after }) => [
      ...before.map((one) => ({ ...alone('review'), before: one })),
      ...after.map((other) => ({ ...alone('review'), after: other })),
    ]),
    ...removed.map((one) => ({ ...alone('removed'), before: one })),
    ...added.map((other) => ({ ...alone('added'), after: other })),
  ]
}

/** What became of an element that was found again. */
export function whatBecame(match: Match): Pick<ElementChange, 'kind' | 'differences'> {
  const differences = differencesOf(match)
  return { kind: kindOf(match, differences), differences }
}

function differencesOf({ before, after }: Match): Difference[] {
  const shaped = before.shape !== null && after.shape !== null
  const found: Record<Difference, boolean> = {
    geometry: shaped ? !hasSameShape(before, after) : before.shape !== after.shape,
    place: shaped && hasSameShape(before, after) && wasMoved(before, after),
    quantity: before.quantities !== after.quantities,
    property: before.properties !== after.properties || said(before) !== said(after),
  }
  return (Object.keys(found) as Difference[]).filter((key) => found[key])
}

const said = ({ name, typeName, predefinedType, storey, materials, ifcClass }: RevisionElement): string =>
  JSON.stringify([name, typeName, predefinedType, storey, materials, ifcClass])

const kindOf = ({ method }: Match, differences: readonly Difference[]): ChangeKind => {
  if (differences.length === 0) return method === 'guid' ? 'same' : 'carried'
  return differences.length === 1 && differences[0] === 'place' ? 'moved' : 'changed'
}
