import type { RecordContext } from '../records/record-context.ts'

/** What a version keeps of rates: one of each other currency, and what it is worth. */
export interface KeptRate {
  currency: string
  rate: string
}

// The latest of each currency that holds on the day. As many as a version takes.
const holding = `
  select distinct on (o.attributes ->> 'currency') o.attributes ->> 'currency' as currency, o.attributes ->> 'rate' as rate
  from app.objects o
  where o.tenant_id = $1 and o.model_id = $2 and o.deleted_at is null and o.attributes ->> 'worth_in' = $3
    and o.attributes ->> 'currency' <> $3 and o.attributes ->> 'valid_from' <= $4 and o.attributes ->> 'rate' is not null
  order by o.attributes ->> 'currency', o.attributes ->> 'valid_from' desc, o.id desc
  limit 20`

/**
 * What a new version begins with as its exchange rates: those of the workspace in its currency as they hold on its day, for
 * whoever makes it. Null where there are none, and in a workspace without the model or the field.
 * @param day ISO date
 */
export async function usualExchangeRates(
  { tx, caller, workspace }: RecordContext,
  { currency, day }: { currency: string; day: string },
): Promise<KeptRate[] | null> {
  const model = workspace.models.get('exchange_rates')
  const kept = workspace.models.get('estimate_versions')?.fields.has('exchange_rates')
  if (!model || !kept) return null
  const { rows } = await tx.query<KeptRate>(holding, [caller.tenantId, model.id, currency, day], {
    plan: 'lookup',
  })
  return rows.length === 0 ? null : rows
}
