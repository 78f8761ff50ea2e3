import { z } from 'zod'
import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import { isAdjustment, neededFor } from '#estimating/needed.ts'
import { totalByType, type ResourceTotals } from '#estimating/total-by-type.ts'
import { documentOf } from '../estimates/document-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { defineCommand } from './command.ts'

/**
 * What the lines of a version that count take: `rows` by resource at whatever prices, which is what is ordered, `types` by
 * type, item and price with hours and amounts, which add up to the direct cost.
 */
export const estimateNeeded = defineCommand({
  name: 'estimate.needed',
  title: 'What is needed',
  input: z.strictObject({ version: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { version }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    requireWhole(context)
    const rolled = new EstimateRollUp(documentOf(await loadVersion(context, version)))
    const { hours, rows } = neededFor(rolled)
    return {
      currency: rolled.document.currency,
      hours,
      rows: rows.map(({ type, itemCode, name, unit, quantity }) => ({
        type,
        item_code: itemCode,
        name,
        unit,
        quantity,
      })),
      types: totalByType(rolled).map(({ type, amount, hours: worked, resources }) => ({
        type,
        amount,
        hours: worked,
        resources: resources.map(toRow),
      })),
    }
  },
})

/** Percentages of other costs and what no resource explains are money, nothing that is ordered. */
const toRow = (resource: ResourceTotals) => {
  const { itemCode, name, unit, price, quantity, hours, amount } = resource
  const explained = !isAdjustment(resource)
  const ordered = explained && unit !== '%'
  return {
    item_code: itemCode,
    name: explained ? name : null,
    unit: ordered ? unit : null,
    price: ordered ? price : null,
    quantity: ordered ? quantity : null,
    hours: hours === '0' ? null : hours,
    amount,
  }
}
