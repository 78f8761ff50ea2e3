import { z } from 'zod'
import { languageNames } from '#contracts/language.ts'
import type { ResourceType } from '#estimating/estimate-document.ts'
import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import { isAdjustment, neededFor } from '#estimating/needed.ts'
import { totalByType, type ResourceTotals } from '#estimating/total-by-type.ts'
import { costTypeWords } from '../estimates/cost-type-words.ts'
import { documentOf } from '../estimates/document-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { workbookWords } from '../exchange/xlsx/workbook-words.ts'
import { defineCommand } from './command.ts'

/**
 * What the lines of a version that count take: `rows` by resource at whatever prices, which is what is ordered, `priced` by
 * type, item and price with hours and amounts, which add up to the direct cost.
 */
export const estimateNeeded = defineCommand({
  name: 'estimate.needed',
  title: 'What is needed',
  input: z.strictObject({ version: z.uuid(), language: z.enum(languageNames).default('en') }),
  changes: [],
  reads: true,
  async run(context, { version, language }) {
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
      priced: totalByType(rolled).flatMap(({ type, resources }) =>
        resources.map((resource) => toRow(type, resource, workbookWords[language].unexplained)),
      ),
    }
  },
})

/** Percentages of other costs and what no resource explains are money, nothing that is ordered. */
function toRow(type: ResourceType, resource: ResourceTotals, unexplained: string) {
  const { itemCode, name, unit, price, quantity, hours, amount } = resource
  const isExplained = !isAdjustment(resource)
  const isOrdered = isExplained && unit !== '%'
  return {
    type,
    what: costTypeWords[type],
    item_code: itemCode,
    name: isExplained ? name : unexplained,
    unit: isOrdered ? unit : null,
    price: isOrdered ? price : null,
    quantity: isOrdered ? quantity : null,
    hours: hours === '0' ? null : hours,
    amount,
  }
}
