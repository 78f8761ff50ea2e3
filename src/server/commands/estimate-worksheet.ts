import { z } from 'zod'
import type { Json } from '#base/json.ts'
import { worksheetForm } from '#estimating/worksheet-form.ts'
import { documentOf } from '../estimates/document-of.ts'
import { storedVariables } from '../estimates/load-variables.ts'
import { mayReadWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion } from '../estimates/stored-version.ts'
import { mayReadAll } from '../records/require-readable.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { defineCommand } from './command.ts'

const furtherGroups = { line_classifications: ['line', 'cost_group', 'share'] }

/**
 * A version as far as its sums go, so that a browser works them out while somebody types. `form` is null for people who may
 * not read all of it, with the further cost groups where a markup is for some: they see what the server works out.
 */
export const estimateWorksheet = defineCommand({
  name: 'estimate.worksheet',
  title: 'Work out in the browser',
  input: z.strictObject({ version: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { version }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    if (!mayReadWhole(context)) return { form: null }
    const stored = await loadVersion(context, version)
    if (stored.further && !mayReadAll(context, furtherGroups)) return { form: null }
    const formulas = new Map(
      stored.lines.flatMap(({ id, attributes }) => {
        const formula = textOf(attributes, 'qty_formula')
        return formula === null ? [] : [[id, formula] as const]
      }),
    )
    const variables = await storedVariables(context, version)
    return { form: worksheetForm(documentOf(stored), formulas, variables) as unknown as Json }
  },
})
