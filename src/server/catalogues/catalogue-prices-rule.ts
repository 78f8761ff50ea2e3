import { invalid } from '#base/app-error.ts'
import { decimal, decimalText } from '#base/decimal.ts'
import { saying, type Message } from '#base/saying.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { draftsUsing, keepDrafts } from '../recipes/keep-drafts.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'

/**
 * Prices of an item for the same currency, region and quantity do not overlap in time; the item keeps the latest one. Who
 * writes prices of one item waits for whoever else does, so that two cannot pass each other. Drafts of recipes with the item
 * follow; published recipes do not.
 */
export const cataloguePricesRule: StandardRule = async (context, model, changes) => {
  const written = changes.flatMap(({ id, after }) => (after ? [{ id, after }] : []))
  if (written.some(({ after }) => isBackwards(after)))
    throw invalid([
      { path: 'attributes.valid_to', code: 'order', message: 'A price ends on the day it begins or later.' },
    ])
  const items = context.workspace.models.get('catalogue_items')
  const ids = [
    ...linkedIds(
      changes.flatMap(({ before, after }) => [before, after]),
      'item',
    ),
  ]
  if (!items || ids.length === 0) return []
  await loadObjects(context, items, ids, { lock: 'values' })
  await refuseOverlap(
    context,
    written.map(({ id }) => id),
    ids,
  )
  const cause = causeOf(model, changes)
  const priced = await keepValues(context, items, await latestPrices(context, ids), cause)
  const { followed } = await keepDrafts(context, await draftsUsing(context, { items: ids }), cause)
  return [{ model: items, changes: priced }, ...followed]
}

const isBackwards = ({ valid_from, valid_to }: Readonly<Record<string, unknown>>): boolean =>
  typeof valid_from === 'string' && typeof valid_to === 'string' && valid_to < valid_from

interface Overlap {
  id: string
  unit_price: string
  currency: string
  first: string
  last: string | null
  source: string | null
}

// The items are named twice: the planner knows nothing of prices that were just written.
const overlap = `
  select o.id, o.unit_price::text as unit_price, o.currency, lower(o.validity)::text as first,
    (upper(o.validity) - 1)::text as last, r.attributes ->> 'source' as source
  from app.catalogue_prices p
    join app.catalogue_prices o on o.tenant_id = p.tenant_id and o.item_id = p.item_id and o.currency = p.currency
      and o.region = p.region and o.min_qty = p.min_qty and o.validity && p.validity and o.id <> p.id
    join app.objects r on r.tenant_id = o.tenant_id and r.id = o.id
  where p.tenant_id = $1 and p.id = any($2::uuid[]) and o.item_id = any($3::uuid[])
  order by o.id limit 1`

async function refuseOverlap(
  context: RecordContext,
  ids: readonly string[],
  items: readonly string[],
): Promise<void> {
  const { rows } = await context.tx.query<Overlap>(overlap, [context.caller.tenantId, ids, items])
  const [other] = rows
  if (!other) return
  const visible = await visibleIds(context, 'catalogue_prices', [other.id])
  throw invalid([
    {
      path: 'attributes.valid_from',
      code: 'overlap',
      ...(visible.has(other.id)
        ? sayingWhich(other)
        : saying('Another price of this item holds on the same days.')),
    },
  ])
}

function sayingWhich({ first, last, unit_price, currency, source }: Overlap): Message {
  const values = {
    first: { day: first },
    price: { decimal: decimalText(decimal(unit_price)) },
    currency: source ? `${currency} (${source})` : currency,
  }
  return last === null
    ? saying(
        'Another price of this item holds from {{first}} on: {{price}} {{currency}}. Let it end first.',
        values,
      )
    : saying(
        'Another price of this item holds from {{first}} to {{last}}: {{price}} {{currency}}. Let it end first.',
        { ...values, last: { day: last } },
      )
}

const latest = `
  select distinct on (p.item_id) p.item_id, p.unit_price::text as unit_price, p.currency, lower(p.validity)::text as first
  from app.catalogue_prices p where p.tenant_id = $1 and p.item_id = any($2::uuid[])
  order by p.item_id, lower(p.validity) desc, p.region, p.min_qty, p.currency, p.id`

/** The price that began last, of several the one for every region and the smallest quantity; nothing without prices. */
async function latestPrices({ tx, caller }: RecordContext, items: readonly string[]): Promise<DerivedValues> {
  const { rows } = await tx.query<{ item_id: string; unit_price: string; currency: string; first: string }>(
    latest,
    [caller.tenantId, items],
  )
  const found = new Map(rows.map((row) => [row.item_id, row]))
  return new Map(
    items.map((id) => {
      const price = found.get(id)
      return [
        id,
        {
          latest_price: price?.unit_price ?? null,
          latest_currency: price?.currency ?? null,
          latest_from: price?.first ?? null,
        },
      ]
    }),
  )
}
