import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import { validateAttributes, type ValidatedAttributes } from '#kernel/models/validate-attributes.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { withoutComputed } from '#kernel/permissions/refuse-computed.ts'
import { restrictWrite } from '#kernel/permissions/restrict-write.ts'
import type { Field } from '#contracts/field.ts'
import { fillComputed } from '../formulas/fill-computed.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { guardWrite } from '../standard-models/all-guards.ts'
import { checkFiles } from './check-files.ts'
import { checkReferences } from './check-references.ts'
import { insertObjects, type NewObject } from './insert-objects.ts'
import { hasSequence, withNumbers } from './give-numbers.ts'
import { writerOf, type RecordContext } from './record-context.ts'
import { bothOf, standAlone } from './stand-alone.ts'
import { attempt, refuse, type OnRefused, type Refusals } from './refusals.ts'
import { refuseOutsideRowRule } from './row-rule.ts'
import { notUnique } from './unique-rows.ts'

/** A record to be. */
export interface ObjectDraft {
  values: Record<string, unknown>
  archetypeId?: string | null
  parentId?: string | null
  /** It brings its numbers of series along, as a row of a file does; they are not given anew. */
  numbered?: boolean
}

export interface CreateOptions {
  onRefused?: OnRefused
  /** Begins the places of refusals. */
  path?: string
  /**
   * Called once, as soon as a statement sent now reads the records as they will be; ids by the position of the draft or
   * change. They may still be refused then, which the promise of the write tells.
   */
  written?: ((ids: ReadonlyMap<number, string>) => void) | undefined
}

/** Drafts that were checked against a release and somebody's rights, before any transaction was open. */
export interface CheckedDrafts {
  checked: readonly Checked[]
  refused: Refusals
}

export interface CreatedObjects {
  /** Ids by the position of the draft; refused ones are missing. */
  ids: Map<number, string>
  refused: Refusals
}

interface Checked extends NewObject {
  fields: readonly Field[]
  validated: ValidatedAttributes
  before: null
}

/** By which release and for whom drafts are checked. */
export type DraftChecker = Pick<RecordContext, 'workspace' | 'access' | 'caller'>

function check(
  context: DraftChecker,
  model: ModelInfo,
  draft: ObjectDraft,
  index: number,
  path: string,
): Checked {
  const { workspace, access } = context
  const archetypeId = draft.archetypeId ?? null
  if (archetypeId !== null && !workspace.archetypes.has(archetypeId))
    throw invalid([{ path: 'archetype_id', code: 'reference', message: 'There is no such archetype.' }])
  const fields = effectiveFields(model, effectiveArchetype(workspace, model, archetypeId).archetype)
  const values = withoutComputed(model, access, draft.values, null, path)
  restrictWrite(model, access, Object.keys(values), fields)
  const validated = validateAttributes(model, fields, values, null, {
    access,
    path,
    writer: writerOf(context),
    timeZone: context.caller.timeZone,
    ...(draft.numbered === true && { numbered: true }),
  })
  const { attributes, unique } = validated
  return {
    index,
    fields,
    archetypeId,
    parentId: draft.parentId ?? null,
    attributes,
    unique,
    validated,
    before: null,
  }
}

const turn = 200

/**
 * The part of `createObjects` that needs no database: rights and values of each draft. Bad ones are noted, not thrown. Others
 * get a turn in between.
 */
export async function checkDrafts(
  context: DraftChecker,
  model: ModelInfo,
  drafts: readonly ObjectDraft[],
  path = 'attributes',
): Promise<CheckedDrafts> {
  const refused: Refusals = new Map()
  const checked: Checked[] = []
  for (const [index, draft] of drafts.entries()) {
    const item = attempt(index, refused, 'collect', () => check(context, model, draft, index, path))
    if (item) checked.push(item)
    if (index % turn === turn - 1) await nextTurn()
  }
  return { checked, refused }
}

/**
 * Creates records: rights, values, links, files, then row + unique values + history in one statement. The caller has
 * checked that the role may create (`modelFor(…, 'create')`). With `collect` bad drafts are left out and reported by
 * position; otherwise the first one throws (403 `field_forbidden` or `forbidden`, 422 `invalid` or `not_unique`).
 */
export async function createObjects(
  context: RecordContext,
  model: ModelInfo,
  drafts: readonly ObjectDraft[],
  { onRefused = 'throw', path = 'attributes', written }: CreateOptions = {},
): Promise<CreatedObjects> {
  const refused: Refusals = new Map()
  const checked = drafts
    .map((draft, index) =>
      attempt(index, refused, onRefused, () => check(context, model, draft, index, path)),
    )
    .filter((item) => item !== null)
  return writeChecked(context, model, { checked, refused }, { onRefused, path, written })
}

/** The other part: links, files, row + unique values + history of drafts that were checked by this release and these rights. */
export async function writeChecked(
  context: RecordContext,
  model: ModelInfo,
  { checked: drafts, refused: before }: CheckedDrafts,
  options: CreateOptions = {},
): Promise<CreatedObjects> {
  const { onRefused = 'throw', path = 'attributes' } = options
  const refused: Refusals = new Map(before)
  await guardWrite(
    context,
    model,
    { kind: 'create', ids: [], incoming: drafts.map(({ attributes }) => attributes) },
    { refused, onRefused, indexOf: (at) => must(drafts[at]).index },
  )
  const checked = drafts.filter(({ index }) => !refused.has(index))
  const insert = (): Promise<Map<number, string>> => insertWhatFits(context, model, checked, refused, options)
  const links = checkReferences(context, checked, refused, onRefused, path)
  // Where a refusal ends it all, the records are sent behind the question for their links, in one round trip.
  if (onRefused === 'throw' && standAlone(context.workspace, model, checked))
    return { ids: await bothOf(links, insert()), refused }
  await links
  await checkFiles(context, model, checked, refused, onRefused, path)
  return { ids: await insert(), refused }
}

/**
 * Inserts what is left. Values that are taken already and records outside their maker's own row rule drop out, and the
 * rest is tried again, from a savepoint.
 */
async function insertWhatFits(
  context: RecordContext,
  model: ModelInfo,
  checked: readonly Checked[],
  refused: Refusals,
  { onRefused = 'throw', path = 'attributes', written: tell }: CreateOptions,
): Promise<Map<number, string>> {
  const ruled = context.access.rowRule(model) !== null
  const tellAtOnce = onRefused === 'throw' && standAlone(context.workspace, model, checked)
  for (;;) {
    const rest = checked.filter(({ index }) => !refused.has(index))
    if (rest.length === 0) return new Map()
    const mayRetry =
      onRefused === 'collect' &&
      (ruled || rest.some(({ unique, fields }) => unique.length > 0 || hasSequence(fields)))
    if (mayRetry) await context.tx.query('savepoint before_insert')
    const numbered = await withNumbers(context, model, rest)
    await fillComputed(
      context,
      model,
      numbered.map(({ attributes }) => ({ attributes, changed: null })),
    )
    const { ids, lost: losing } = insertObjects(context, model, numbered)
    if (tellAtOnce) tell?.(ids)
    const lost = await losing
    for (const { index, field_key } of lost)
      refuse(
        index,
        refused,
        onRefused,
        'not_unique',
        'This value is used already.',
        notUnique(context, model, path, field_key),
      )
    const written = new Map([...ids].map(([index, id]) => [id, index]))
    const again = lost.length > 0 || (await refuseOutsideRowRule(context, model, written, refused, onRefused))
    if (mayRetry)
      await context.tx.query(
        again ? 'rollback to savepoint before_insert' : 'release savepoint before_insert',
      )
    if (again) continue
    const after = new Map(numbered.map(({ index, attributes }) => [index, attributes]))
    await recalculate(
      context,
      model,
      [...ids].map(([index, id]) => ({ id, before: null, after: after.get(index) ?? null })),
    )
    if (!tellAtOnce) tell?.(ids)
    return ids
  }
}
