import { setValues } from '../../standard-models/set-values.ts'
import { noteVersion, type Claim, type ReadStep } from '../claimed-read.ts'
import { insertRead } from '../insert-read.ts'
import { compareElements, type ChangeKind, type ElementChange } from './compare-elements.ts'
import { loadElements } from './load-elements.ts'
import { matchElements } from './match-elements.ts'
import { previousVersion } from './previous-version.ts'

/**
 * Compares a version that has just been read with the one before it of its model: elements that are the same carry their
 * identity on, whatever their GlobalId, so that what hangs on it stays; each says what became of it, and what changed is
 * listed. The first version of a model has nothing to be compared with.
 */
export async function writeRevision(step: ReadStep, claim: Claim): Promise<void> {
  const { context, models } = step
  const previous = await previousVersion(context.tx, claim)
  if (previous === null) return
  const before = await loadElements(step, previous)
  const after = await loadElements(step, claim.versionId)
  const changes = compareElements(matchElements(before, after))
  const values = new Map(
    changes.flatMap(({ kind, before: one, after: other }) =>
      other ? [[other.id, { change: kind, ...(one && { identity: one.identity }) }] as const] : [],
    ),
  )
  const cause = { model_id: models.versions.id, record_id: claim.versionId }
  await setValues(context, models.elements, values, cause)
  const listed = changes.filter(({ kind }) => kind !== 'same')
  if (models.changes)
    for (let start = 0; start < listed.length; start += batchSize)
      await insertRead(
        context,
        models.changes,
        listed.slice(start, start + batchSize).map((change) => rowOf(change, claim.versionId, previous)),
      )
  await noteVersion(step, claim, { previous, ...countsOf(changes) })
}

const batchSize = 500

function rowOf(
  { kind, before, after, method, differences }: ElementChange,
  version: string,
  previous: string,
): Record<string, unknown> {
  const shown = after ?? before
  return {
    name: shown?.name,
    version,
    previous,
    kind,
    method,
    differences,
    element: after?.id,
    before: before?.id,
    ifc_class: shown?.ifcClass,
    storey: shown?.storey,
    type_name: shown?.typeName,
  }
}

function countsOf(changes: readonly ElementChange[]): Record<string, number> {
  const count = (...kinds: ChangeKind[]): number => changes.filter(({ kind }) => kinds.includes(kind)).length
  return {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed', 'moved'),
    carried: count('same', 'carried', 'changed', 'moved'),
    for_review: count('review'),
  }
}
