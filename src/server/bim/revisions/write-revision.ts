import { keepValues } from '../../standard-models/keep-values.ts'
import { setValues } from '../../standard-models/set-values.ts'
import { noteVersion, type Claim, type ReadStep } from '../claimed-read.ts'
import { insertRead } from '../insert-read.ts'
import { compareElements, type ChangeKind, type ElementChange } from './compare-elements.ts'
import { loadElements, type StoredElement } from './load-elements.ts'
import { matchElements } from './match-elements.ts'
import { previousVersion } from './previous-version.ts'

/**
 * Compares a version that has just been read with the one before it of its model: elements that are the same carry their
 * identity on, whatever their GlobalId, so that what hangs on it stays; each says what became of it, and what changed is
 * listed. Only what the elements do not say already (`expectedChange`) is written. The first version of a model has nothing to
 * be compared with; `expected` where its elements may say something all the same: the one before it is gone since.
 */
export async function writeRevision(
  step: ReadStep,
  claim: Claim,
  { expected }: { expected: boolean },
): Promise<void> {
  const { context, models } = step
  const previous = await previousVersion(context.tx, claim)
  if (previous === null && !expected) return
  const after = await loadElements(step, claim.versionId)
  const changes =
    previous === null ? [] : compareElements(matchElements(await loadElements(step, previous), after))
  await writeChanges(step, claim, after, changes)
  if (previous === null) return
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

/** Lets the elements of a version say what was found, where they do not yet. */
async function writeChanges(
  { context, models }: ReadStep,
  { versionId }: Claim,
  elements: readonly StoredElement[],
  changes: readonly ElementChange[],
): Promise<void> {
  const found = new Map(changes.flatMap((change) => (change.after ? [[change.after.id, change]] : [])))
  const set = new Map<string, Values>()
  // Expected to be another one, which is not so, or which is there no more.
  const cleared = new Map<string, Values>()
  for (const { id, change, identity } of elements) {
    const kind = found.get(id)?.kind ?? null
    const was = found.get(id)?.before?.identity ?? null
    if (change === kind && identity === (was ?? id)) continue
    if (was === null && identity !== id) cleared.set(id, { change: kind, identity: null })
    else if (kind !== null) set.set(id, { change: kind, ...(was !== null && { identity: was }) })
  }
  const cause = { model_id: models.versions.id, record_id: versionId }
  await setValues(context, models.elements, set, cause)
  await keepValues(context, models.elements, cleared, cause)
}

type Values = Readonly<Record<string, unknown>>

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
