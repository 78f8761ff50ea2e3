import { groupBy } from '#base/group-by.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { proofForm, proofOf } from './decision-proof.ts'
import { textOf } from './read-value.ts'
import { modelNamed, type StoredRow } from './stored-version.ts'

/**
 * What is not as it was when a decision was made:
 * - `changed`: the record, or what was agreed by it.
 * - `order`: it does not follow the decision before it; one was taken out or put in.
 * - `content`: the version is another one than was decided on.
 * - `offer`: the PDF that was read is gone or is another one.
 */
export type Fault = 'changed' | 'order' | 'content' | 'offer'

export interface CheckedDecision {
  id: string
  title: string
  faults: Fault[]
}

const batch = 200

/**
 * Works out the proof of every decision of the workspace again, first to last, from what is kept of it, of the version it was
 * about, of the one that was agreed and of the PDF that was read. The caller has checked that all of it may be read. What it
 * cannot see is that the last decision was taken out: the audit log says that.
 */
export async function verifyDecisions(context: RecordContext, model: ModelInfo): Promise<CheckedDecision[]> {
  const ids = await context.tx.query<{ id: string }>(
    `select id from app.objects where tenant_id = $1 and model_id = $2 and deleted_at is null
     order by attributes ->> 'decided_at' nulls first, id`,
    [context.caller.tenantId, model.id],
  )
  const checked: CheckedDecision[] = []
  const known = new Set<string>()
  let last: string | null = null
  for (let start = 0; start < ids.rows.length; start += batch) {
    const wanted = ids.rows.slice(start, start + batch).map(({ id }) => id)
    const rows = new Map((await loadObjects(context, model, wanted)).map((row) => [row.id, row]))
    const decisions = wanted.flatMap((id) => rows.get(id) ?? [])
    const around = await surroundings(context, decisions)
    for (const { id, attributes } of decisions) {
      const hash = textOf(attributes, 'evidence_hash')
      const previous = textOf(attributes, 'previous_hash')
      // Decisions that were made at once could each name one that was made a moment before them.
      const follows =
        attributes.proof_form === proofForm ? previous === last : previous === null || known.has(previous)
      const faults: Fault[] = [
        ...(isAsMade(attributes, around) ? [] : (['changed'] as const)),
        ...(follows ? [] : (['order'] as const)),
        ...around.faultsOf(attributes),
      ]
      checked.push({ id, title: textOf(attributes, 'title') ?? '', faults })
      if (hash !== null) known.add(hash)
      last = hash
    }
  }
  return checked
}

interface Surroundings {
  contentOf(version: string | null): string | null
  offersOf(version: string | null): readonly string[]
  faultsOf(decision: StoredRow['attributes']): Fault[]
}

async function surroundings(context: RecordContext, decisions: readonly StoredRow[]): Promise<Surroundings> {
  const named = decisions.flatMap(({ attributes }) =>
    ['version', 'accepted_version'].flatMap((key) => textOf(attributes, key) ?? []),
  )
  const ids = [...new Set(named)]
  const versions = await loadObjects(context, modelNamed(context, 'estimate_versions'), ids)
  const contents = new Map(versions.map(({ id, attributes }) => [id, textOf(attributes, 'content_hash')]))
  // The database reckons them from the bytes that it has.
  const { rows } = await context.tx.query<{ version: string; sha: string }>(
    `select version_id as version, encode(sha256(pdf), 'hex') as sha from app.offers
     where tenant_id = $1 and version_id = any($2::uuid[])`,
    [context.caller.tenantId, ids],
  )
  const offers = groupBy(rows, ({ version }) => version)
  const contentOf = (version: string | null): string | null => contents.get(version ?? '') ?? null
  const offersOf = (version: string | null): string[] =>
    (offers.get(version ?? '') ?? []).map(({ sha }) => sha)
  return {
    contentOf,
    offersOf,
    faultsOf: (decision) => {
      const [version, sha] = [textOf(decision, 'version'), textOf(decision, 'pdf_sha')]
      return [
        ...(contentOf(version) === textOf(decision, 'content_hash') ? [] : (['content'] as const)),
        ...(sha === null || offersOf(version).includes(sha) ? [] : (['offer'] as const)),
      ]
    },
  }
}

/** Whether the proof is the one that comes of the record; of one from before the offer was noted in it, of any of its offers. */
function isAsMade(decision: StoredRow['attributes'], { contentOf, offersOf }: Surroundings): boolean {
  const hash = textOf(decision, 'evidence_hash')
  const agreed = contentOf(textOf(decision, 'accepted_version'))
  const isOld = decision.proof_form !== proofForm && textOf(decision, 'pdf_sha') === null
  const offers = isOld ? offersOf(textOf(decision, 'version')) : [textOf(decision, 'pdf_sha')]
  return offers.some(
    (pdf_sha) => proofOf({ ...decision, ...(pdf_sha !== null && { pdf_sha }) }, agreed) === hash,
  )
}
