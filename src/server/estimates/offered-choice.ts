import { z } from 'zod'
import { must } from '#base/assert.ts'
import { chooseLines, chosenLines, isChoosable } from '#estimating/choose-lines.ts'
import type { EstimateDocument, EstimateNode } from '#estimating/estimate-document.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { carriedValues } from './carried.ts'
import { contentCopies } from './content-copies.ts'
import { documentOf } from './document-of.ts'
import { insertCopies } from './insert-copies.ts'
import { insertVersion } from './insert-version.ts'
import { keepVersions } from './keep-version.ts'
import { loadVersion, modelNamed, rowsOf, type StoredRow, type StoredVersion } from './stored-version.ts'
import { textOf } from './read-value.ts'

/** Ids of lines; null for what the version itself has chosen. */
export const chosenSchema = z.array(z.uuid()).max(500).nullable().default(null)

/** How a choice of nothing is written where ids would stand: an empty text would say that nobody chose. */
export const noneChosen = 'none'

/** What a customer chooses of a version, and what the server says it comes to. */
export interface OfferedChoice {
  stored: StoredVersion
  document: EstimateDocument
  /** Sorted ids of the chosen lines among those that are open. */
  chosen: string[]
  /** Whether this is what the version has chosen itself. */
  same: boolean
  /** Lines that are open to the customer. */
  open: ReadonlySet<string>
  totals: ReturnType<typeof rollUpEstimate>
}

/** Reckons a version with a choice. The caller has checked that the version may be seen. Throws 422. */
export async function offeredChoice(
  context: RecordContext,
  version: string,
  wish: readonly string[] | null,
): Promise<OfferedChoice> {
  const stored = await loadVersion(context, version)
  const own = documentOf(stored)
  const open = openLines(own, stored)
  const usual = chosenLines(own)
    .filter((id) => open.has(id))
    .toSorted()
  const chosen = [...new Set(wish ?? usual)].toSorted()
  // What was offered counts as it was offered, whatever the office has chosen in it.
  const document = wish === null ? own : chooseLines(own, open, new Set(chosen))
  return {
    stored,
    document,
    chosen,
    open,
    same: chosen.join() === usual.join(),
    totals: rollUpEstimate(document),
  }
}

/** Ids of what there is to choose; a line in a section that is hidden is hidden with it. */
function openLines({ nodes }: EstimateDocument, { lines }: StoredVersion): ReadonlySet<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const hidden = new Set(
    lines.flatMap(({ id, attributes }) => (attributes.visible_to_customer === false ? [id] : [])),
  )
  const isHidden = (node: EstimateNode | undefined): boolean =>
    node !== undefined && (hidden.has(node.id) || isHidden(byId.get(node.parentId ?? '')))
  return new Set(nodes.filter((node) => isChoosable(node) && !isHidden(node)).map(({ id }) => id))
}

/**
 * The version a customer agrees to when they choose otherwise than it was offered: the same lines with their choice, as a
 * version of its own; the one that was issued stays as it is. The product writes it: no rights are asked. Answers it, and
 * what was written, for formulas.
 */
export async function versionOfChoice(
  context: RecordContext,
  { stored, chosen, open }: OfferedChoice,
): Promise<{ version: StoredRow; followed: readonly Followed[] }> {
  const { attributes } = stored.version
  const estimateId = String(attributes.estimate)
  const [estimate] = await loadObjects(context, modelNamed(context, 'estimates'), [estimateId])
  const siblings = await rowsOf(context, 'estimate_versions', 'estimate', [estimateId])
  const made = await insertVersion(context, {
    estimate: { id: estimateId, number: textOf(must(estimate).attributes, 'number') ?? '' },
    values: {
      ...carriedValues(attributes),
      variant: attributes.variant,
      label: 'As chosen by the customer',
      parent_version: stored.version.id,
    },
    number: 1 + Math.max(0, ...siblings.map((row) => Number(row.attributes.version_no ?? 0))),
  })
  const { id } = must(made.changes[0])
  const wanted = new Set(chosen)
  const lines = stored.lines.map((row) =>
    open.has(row.id) ? { ...row, attributes: { ...row.attributes, selected: wanted.has(row.id) } } : row,
  )
  const followed: Followed[] = [made]
  for (const [key, rows] of await contentCopies(context, { ...stored, lines }, id, 'same'))
    if (rows.length > 0) followed.push(await insertCopies(context, key, rows))
  const cause = { model_id: made.model.id, record_id: stored.version.id }
  followed.push(...(await keepVersions(context, [id], cause)))
  const [version] = await loadObjects(context, made.model, [id])
  return { version: must(version), followed }
}
