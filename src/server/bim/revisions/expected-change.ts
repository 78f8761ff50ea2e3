import type { ChangeKind } from './compare-elements.ts'
import { whatBecame } from './compare-elements.ts'
import { revisionElement, type RevisionElement } from './revision-element.ts'

/** Elements of the version before by their GlobalId, each of which only one has. */
export type KnownElements = ReadonlyMap<string, RevisionElement>

/** The elements that a version is expected to have again, under the same GlobalId. */
export function knownElements(before: readonly RevisionElement[]): KnownElements {
  const known = new Map<string, RevisionElement>()
  const twice = new Set<string>()
  for (const element of before) {
    if (!element.globalId) continue
    if (known.has(element.globalId)) twice.add(element.globalId)
    known.set(element.globalId, element)
  }
  for (const globalId of twice) known.delete(globalId)
  return known
}

/**
 * What the comparison will most likely say of an element that is about to be written: nearly all of the next version are there
 * before, under the same GlobalId, and a value that is written with the record costs a twentieth of one that is set
 * afterwards. Whether it holds is found when all elements are there (`writeRevision`).
 */
export function expectedChange(
  known: KnownElements,
  values: Readonly<Record<string, unknown>>,
): { change?: ChangeKind; identity?: string } {
  const after = revisionElement('', values)
  const before = known.get(after.globalId ?? '')
  if (!before) return {}
  return { change: whatBecame({ before, after, method: 'guid' }).kind, identity: before.identity }
}
