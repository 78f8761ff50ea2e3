import { invalid, type ErrorDetail } from '#base/app-error.ts'
import { assert, must } from '#base/assert.ts'
import { decimal } from '#base/decimal.ts'
import { saying, type MessageValues } from '#base/saying.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { decidedOffer } from '../offers/offer-file.ts'
import type { ProductSubject } from '../notifications/product-subjects.ts'
import type { RecordContext } from '../records/record-context.ts'
import { requireCustomerRight } from '../portal/customer-right.ts'
import { loadObjects } from '../records/stored-object.ts'
import { updateRows } from '../records/update-rows.ts'
import { keepValues, writtenValue, type DerivedValues } from '../standard-models/keep-values.ts'
import type { Followed, StandardRule } from '../standard-models/standard-rule.ts'
import { countsAll, proofForm, proofOf } from './decision-proof.ts'
import { isLapsed } from './is-lapsed.ts'
import {
  chosenSchema,
  noneChosen,
  offeredChoice,
  versionOfChoice,
  type OfferedChoice,
} from './offered-choice.ts'
import { modelNamed, type StoredRow } from './stored-version.ts'
import { textOf } from './read-value.ts'
import { estimateOf, tell } from './tell-of-estimates.ts'
import { versionRule } from './version-rule.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * A decision counts only on what was issued and is still as the customer saw it; it is made once, chained to the one before
 * it, and never changed. Accepting and rejecting move the version on.
 */
export const acceptancesRule: StandardRule = async (context, model, changes) => {
  const derived = new Map<string, Values>()
  const followed: Followed[] = []
  for (const { id, before, after } of changes) {
    if (before || !after) throw refusal('decision', 'kept', 'A decision stays as it was made.')
    const { estimate, keeper } = await estimateOf(context, after)
    const isWish = after.decision === 'change_requested'
    await requireCustomerRight(context, estimate, isWish ? 'comment' : 'accept')
    const { values, versions } = await decide(context, model, id, after, estimate)
    derived.set(id, values)
    await tellKeeper(context, { model, id }, estimate, keeper, after)
    followed.push(...versions)
  }
  const kept = await keepValues(context, model, derived as DerivedValues, causeOf(model, changes))
  return [{ model, changes: kept }, ...followed]
}

const words: Readonly<Record<string, ProductSubject>> = {
  accepted: 'A customer accepted an estimate',
  rejected: 'A customer rejected an estimate',
  change_requested: 'A customer asks for a change',
}

async function tellKeeper(
  context: RecordContext,
  decided: { model: ModelInfo; id: string },
  estimate: StoredRow,
  keeper: string | null,
  decision: Values,
): Promise<void> {
  const subject = words[String(decision.decision)]
  const name = textOf(estimate.attributes, 'name') ?? ''
  const link = `/estimates/${estimate.id}`
  const message = `${name}, ${String(decision.signer_name)}`
  const about = [
    { model: modelNamed(context, 'estimates'), id: estimate.id, fields: ['name'] },
    { ...decided, fields: ['signer_name'] },
  ]
  if (subject) await tell(context, [keeper], { subject, message, link, about })
}

const refusal = (path: string, code: string, text: string, values?: MessageValues) =>
  invalid([{ path: `attributes.${path}`, code, ...saying(text, values) }])

async function decide(
  context: RecordContext,
  model: ModelInfo,
  id: string,
  given: Values,
  estimate: StoredRow,
): Promise<{ values: Values; versions: readonly Followed[] }> {
  const versions = modelNamed(context, 'estimate_versions')
  const [version] = await loadObjects(context, versions, [String(given.version)], { lock: true })
  requireOpen(must(version, 'a decision names a version'), given)
  requireWords(given)
  const choice = await choiceOf(context, must(version).id, given)
  if (!choice.same) await requireCustomerRight(context, estimate, 'select_options')
  const { afterDiscount: net, vatAmount: vat, gross } = choice.totals
  requireTotal(gross, given)
  const before = await lastProof(context, model.id, id)
  const { sha256: pdf_sha, terms } = await decidedOffer(context, must(version).id)
  const { agreed, versions: moved } = await moveOn(context, must(version), String(given.decision), choice)
  const kept = {
    title: String(given.signer_name),
    decided_at: after(before?.at ?? null),
    decided_by: context.caller.userId,
    // As the record keeps them, so that they can be counted again.
    net: writtenValue(model, 'net', net),
    vat: writtenValue(model, 'vat', vat),
    previous_hash: before?.hash ?? null,
    pdf_sha,
    accepted_version: agreed?.id ?? null,
    ...(countsAll(model) && {
      terms_version: terms,
      chosen_lineages: given.decision === 'accepted' ? lineagesOf(choice) : null,
      ...(await signerOf(context)),
      proof_form: proofForm,
    }),
  }
  const counted = { ...given, ...kept, gross: writtenValue(model, 'gross', gross) }
  const evidence_hash = proofOf(counted, agreed && textOf(agreed.attributes, 'content_hash'))
  const { pdf_sha: _sha, accepted_version: _agreed, ...always } = kept
  const values = {
    ...always,
    ...(model.fields.has('pdf_sha') && { pdf_sha }),
    ...(model.fields.has('accepted_version') && { accepted_version: agreed?.id ?? null }),
    evidence_hash,
  }
  return { values, versions: moved }
}

/** Decisions are made one after the other, and each says later than the one before it. */
const after = (last: string | null): string =>
  new Date(Math.max(Date.now(), last === null ? 0 : Date.parse(last) + 1)).toISOString()

/** What was chosen, by the ids that lines keep from version to version. */
function lineagesOf({ chosen, document }: OfferedChoice): string {
  const lineages = new Map(document.nodes.map((node) => [node.id, node.lineageId]))
  return (
    chosen
      .map((id) => lineages.get(id) ?? id)
      .toSorted()
      .join(',') || noneChosen
  )
}

/** The account that decides, as the database has it, and where it does so. */
async function signerOf({ tx, caller }: RecordContext): Promise<Values> {
  const { rows } = await tx.query<{ email: string | null; address: string | null }>(
    "select (select email from app.my_profile()) as email, nullif(current_setting('app.client', true), '') as address",
  )
  return {
    signer_email: rows[0]?.email ?? null,
    signer_address: rows[0]?.address ?? null,
    signer_agent: caller.agent ?? null,
  }
}

/** What was chosen beside what was offered; a decision that chooses nothing is one about what was offered. */
function choiceOf(
  context: RecordContext,
  version: string,
  { chosen, decision }: Values,
): Promise<OfferedChoice> {
  const isGiven = decision !== 'rejected' && typeof chosen === 'string'
  const ids = isGiven && chosen !== noneChosen ? chosen.split(',') : []
  const parsed = chosenSchema.safeParse(isGiven ? ids : null)
  if (!parsed.success) throw refusal('chosen', 'format', 'Name the chosen lines by their ids.')
  return offeredChoice(context, version, parsed.data)
}

/**
 * Whoever decides may not write versions; this one step follows from their decision, with all that follows from it. Where
 * they chose otherwise than was offered, a version with their choice is agreed.
 */
async function moveOn(
  context: RecordContext,
  offered: StoredRow,
  decision: string,
  choice: OfferedChoice,
): Promise<{ agreed: StoredRow | null; versions: readonly Followed[] }> {
  if (decision === 'change_requested') return { agreed: null, versions: [] }
  const model = modelNamed(context, 'estimate_versions')
  const isOther = decision === 'accepted' && !choice.same
  const other = isOther ? await versionOfChoice(context, choice) : null
  const stored = other?.version ?? offered
  if (isOther)
    assert(
      decimal(String(stored.attributes.gross)).eq(choice.totals.gross),
      'a version comes to what its choice was reckoned to',
    )
  const versions = [...(other?.followed ?? [])]
  // The one with their choice goes the way every version goes.
  for (const status of isOther ? ['approved', 'issued', decision] : [decision])
    versions.push(...(await stepOn(context, model, stored.id, status)))
  const agreed = decision === 'accepted' ? await storedOf(context, stored.id) : null
  return { agreed, versions }
}

async function stepOn(
  context: RecordContext,
  model: ModelInfo,
  id: string,
  status: string,
): Promise<readonly Followed[]> {
  const stored = await storedOf(context, id)
  const attributes = { ...stored.attributes, status }
  const change = { index: 0, archetypeId: stored.archetype_id, changed: ['status'], unique: [], released: [] }
  await updateRows(context, model, [{ ...change, stored, attributes }])
  const changes = [{ id, before: stored.attributes, after: attributes }]
  return [{ model, changes }, ...(await versionRule(context, model, changes))]
}

const storedOf = async (context: RecordContext, id: string) =>
  must((await loadObjects(context, modelNamed(context, 'estimate_versions'), [id]))[0])

function requireOpen({ attributes }: StoredRow, given: Values): void {
  const { status, content_hash, valid_until } = attributes
  if (status !== 'issued')
    throw refusal('version', 'not_issued', 'This version is not open for a decision any more.')
  if (isLapsed(attributes))
    throw refusal('version', 'expired', 'This offer was valid until {{day}}.', {
      day: { day: String(valid_until) },
    })
  if (content_hash !== given.content_hash)
    throw refusal('content_hash', 'content', 'The estimate is not what was shown. Look at it again.')
}

/** All that whoever decides has left out is said at once, in the order in which it is asked for. */
function requireWords({ decision, signer_name, terms, comment }: Values): void {
  const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''
  const missing = [
    ...(isBlank(signer_name) ? [missed('signer_name', 'Write a name.')] : []),
    ...(decision === 'accepted' && terms !== true
      ? [missed('terms', 'Read the estimate and its terms, and say so.')]
      : []),
    ...(decision === 'change_requested' && isBlank(comment)
      ? [missed('comment', 'Say what should change.')]
      : []),
  ]
  if (missing.length > 0) throw invalid(missing)
}

const missed = (path: string, text: string): ErrorDetail => ({
  path: `attributes.${path}`,
  code: 'required',
  ...saying(text),
})

function requireTotal(gross: string, given: Values): void {
  if (!decimal(gross).eq(decimal(String(given.gross))))
    throw refusal('gross', 'total_mismatch', 'The total is not the one that was shown. Look at it again.')
}

// One decision after the other in a workspace: each names the one before it.
async function lastProof(
  { tx, caller }: RecordContext,
  modelId: string | null,
  id: string,
): Promise<{ hash: string | null; at: string | null } | null> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`decisions:${caller.tenantId}`])
  const { rows } = await tx.query<{ hash: string | null; at: string | null }>(
    `select attributes ->> 'evidence_hash' as hash, attributes ->> 'decided_at' as at from app.objects
     where tenant_id = $1 and model_id = $2 and id <> $3
     order by attributes ->> 'decided_at' desc nulls last, id desc limit 1`,
    [caller.tenantId, modelId, id],
  )
  return rows[0] ?? null
}
