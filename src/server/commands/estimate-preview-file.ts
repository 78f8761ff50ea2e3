import { z } from 'zod'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import { resourceTypes } from '#estimating/estimate-document.ts'
import type { TableFlag } from '#estimating/exchange/table/estimate-table.ts'
import { rollUpEstimate } from '#estimating/roll-up-estimate.ts'
import { readUploadedEstimate } from '../estimate-imports/read-estimate-file.ts'
import { modelFor } from '../records/record-context.ts'
import { costTypeWords } from '../estimates/cost-type-words.ts'
import { defineCommand } from './command.ts'

const mostFlags = 500

/**
 * Says what estimate an uploaded file would make: its lines, what they come to by type, and what is odd about them. The money
 * of what does not fit is as the file prints it. Writes nothing.
 */
export const previewEstimateFile = defineCommand({
  name: 'estimate.preview-file',
  title: 'Look at an estimate',
  input: z.strictObject({
    /** An upload (`POST /api/files`). */
    file: z.uuid(),
    /** With a table of lines: another upload with what these are made of, by their numbers. */
    parts: z.uuid().nullish(),
  }),
  changes: [],
  reads: true,
  async run(context, { file, parts }, services) {
    modelFor(context, 'estimates', 'create')
    const { document, flags, name, notes } = await readUploadedEstimate(context, services, { file, parts })
    const totals = rollUpEstimate(document)
    const misfits = (flags ?? []).filter(({ code }) => code === 'dimension')
    return {
      file,
      parts: parts ?? null,
      name,
      currency: document.currency,
      /** A table may come with another of what its lines are made of. */
      takes_parts: flags !== undefined,
      lines: document.nodes.filter(({ kind }) => kind === 'line').length,
      sections: document.nodes.filter(({ kind }) => kind === 'section').length,
      direct: totals.direct,
      types: resourceTypes.map((type) => ({ type: costTypeWords[type], amount: totals.byType[type] })),
      misfits: {
        count: misfits.length,
        worth: worthOf(misfits),
        lines: misfits.slice(0, mostFlags).map((flag) => ({ ...flag })),
      },
      oddities: Object.entries(oddWords).flatMap(([code, what]) => {
        const found = (flags ?? []).filter((flag) => flag.code === code)
        const where = found.map(({ number, title }) => number ?? title).slice(0, 30)
        return found.length === 0 ? [] : [{ what, count: found.length, where: where.join(', ') }]
      }),
      notes: flags ? [] : notes.slice(0, 200),
    }
  },
})

const worthOf = (flags: readonly TableFlag[]): string =>
  roundHalfUp(
    flags.reduce((sum, { printed }) => sum.plus(printed ?? 0), decimal(0)),
    2,
  )

const oddWords: Readonly<Record<Exclude<TableFlag['code'], 'dimension'>, string>> = {
  unit: 'The unit is not known',
  total: 'The printed total is not quantity × rate',
  parts: 'The parts do not add up to the printed total',
  amount: 'The amount of a part is not quantity × price',
}
