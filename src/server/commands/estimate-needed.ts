import { z } from 'zod'
import { EstimateRollUp } from '#estimating/estimate-roll-up.ts'
import { neededFor } from '#estimating/needed.ts'
import { documentOf } from '../estimates/document-of.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { defineCommand } from './command.ts'

/** What the lines of a version that count take of each resource, and how many hours of labour. */
export const estimateNeeded = defineCommand({
  name: 'estimate.needed',
  title: 'What is needed',
  input: z.strictObject({ version: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { version }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    requireWhole(context)
    const { hours, rows } = neededFor(new EstimateRollUp(documentOf(await loadVersion(context, version))))
    return {
      hours,
      rows: rows.map(({ type, itemCode, name, unit, quantity }) => ({
        type,
        item_code: itemCode,
        name,
        unit,
        quantity,
      })),
    }
  },
})
