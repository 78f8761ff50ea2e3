import { must } from '#base/assert.ts'
import { newId, newToken } from '#base/ids.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { requireCurrent, slotColumns, type SlotColumns } from '../slots/slot-columns.ts'
import type { RecordContext } from './record-context.ts'
import { claimUnique, inClaimOrder, lostRows, uniqueRows, type UniqueRow } from './unique-rows.ts'

/** A record that may be written as it is. */
export interface NewObject {
  index: number
  /** Given where others that are written with it point to it. */
  id?: string
  archetypeId: string | null
  parentId: string | null
  attributes: Record<string, unknown>
  /** More of the attributes, each as JSON that was checked already. */
  texts?: Readonly<Record<string, string>>
  unique: readonly { key: string; value: string }[]
}

const texts = new WeakMap<SlotColumns, string>()

// Made once: a statement of four thousand characters is found again by comparing them.
function insert(slots: SlotColumns): string {
  let text = texts.get(slots)
  if (text === undefined) texts.set(slots, (text = insertText(slots)))
  return text
}

// Row, unique values and history in one statement and one transaction: none without the others.
const insertText = (slots: SlotColumns): string => `
  with r as (
    select * from jsonb_to_recordset($3::jsonb)
      as r (id uuid, token text, archetype_id uuid, parent_id uuid, attributes jsonb, event_id uuid)
  ), o as (
    insert into app.objects (tenant_id, id, token, model_id, archetype_id, parent_id, attributes, created_by, updated_by, standard${slots.columns})
    select $1, r.id, r.token, $2, r.archetype_id, r.parent_id, r.attributes, $5, $5, $7${slots.values} from r
  ), e as (
    insert into app.events (tenant_id, id, actor_id, kind, model_id, record_id, after, request_id)
    select $1, r.event_id, $5, 'created', $2, r.id, r.attributes, $6 from r
  )
  ${claimUnique}`

/**
 * Sends the statement that inserts a batch. `ids` are by `index`; `lost` are, once it is answered, the values that belong
 * to other records already: the caller must then take the whole batch back.
 */
export function insertObjects(
  { tx, caller, workspace, requestId }: RecordContext,
  model: ModelInfo,
  objects: readonly NewObject[],
): { ids: Map<number, string>; lost: Promise<(UniqueRow & { index: number })[]> } {
  requireCurrent(tx, workspace)
  const rows = objects.map(({ index, id = newId(), archetypeId, parentId, attributes, texts, unique }) => {
    return {
      index,
      unique: uniqueRows(id, unique),
      id,
      token: newToken(),
      archetype_id: archetypeId,
      parent_id: parentId,
      event_id: newId(),
      attributes: mapText(attributes, texts),
    }
  })
  const written = rows.map(
    ({ unique: _unique, index: _index, attributes, ...row }) =>
      `${JSON.stringify(row).slice(0, -1)},"attributes":${attributes}}`,
  )
  const wanted = inClaimOrder(rows.flatMap(({ unique }) => unique))
  const answer = tx.query<{ object_id: string; field_key: string }>(
    insert(slotColumns(model, 'r.attributes')),
    [
      caller.tenantId,
      model.id,
      `[${written.join()}]`,
      JSON.stringify(wanted),
      caller.userId,
      requestId,
      model.source?.standard ?? null,
    ],
    { plan: 'lookup' },
  )
  const indexOf = new Map(rows.map(({ id, index }) => [id, index]))
  return {
    ids: new Map(rows.map(({ index, id }) => [index, id])),
    lost: answer.then(({ rows: claimed }) =>
      lostRows(wanted, claimed).map((row) => ({ ...row, index: must(indexOf.get(row.object_id)) })),
    ),
  }
}

// Texts are put in as they are: they may be most of a record.
function mapText(attributes: Record<string, unknown>, texts: NewObject['texts'] = {}): string {
  const more = Object.entries(texts).map(([key, text]) => `${JSON.stringify(key)}:${text}`)
  const map = JSON.stringify(attributes)
  return more.length === 0 ? map : `${map.slice(0, -1)}${map === '{}' ? '' : ','}${more.join()}}`
}
