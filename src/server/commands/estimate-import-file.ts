import { z } from 'zod'
import { must } from '#base/assert.ts'
import { readUploadedEstimate } from '../estimate-imports/read-estimate-file.ts'
import { writeEstimate } from '../estimate-imports/write-estimate.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { createObjects } from '../records/create-objects.ts'
import { modelFor } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { defineCommand } from './command.ts'

/**
 * Makes an estimate of an uploaded file: a GAEB tender with its numbers, texts and kinds of items, a BC3 bill, a table. All
 * of it or nothing; what could not be taken as it stands is in the notes of the version and in the answer, and
 * `estimate.preview-file` says it before.
 */
export const importEstimateFile = defineCommand({
  name: 'estimate.import-file',
  title: 'Import an estimate',
  input: z.strictObject({
    /** An upload (`POST /api/files`). */
    file: z.uuid(),
    /** With a table of lines: another upload with what these are made of, by their numbers. */
    parts: z.uuid().nullish(),
    name: z.string().min(1).max(300).optional(),
    project: z.uuid().nullish(),
    customer: z.uuid().nullish(),
  }),
  changes: ['estimates', 'estimate_versions', 'estimate_lines', 'estimate_resources', 'line_classifications'],
  async run(context, { file, parts, name, project, customer }, services) {
    const model = modelFor(context, 'estimates', 'create')
    const { fileName, ...read } = await readUploadedEstimate(context, services, { file, parts })
    const { currency, nodes } = read.document
    return keptOnce(context, { definition: true }, async () => {
      const values = { name: name ?? read.name.slice(0, 300), kind: 'tender', currency, project, customer }
      const { ids } = await createObjects(context, model, [{ values }], { path: '' })
      const estimate = must(ids.get(0))
      const [row] = await loadObjects(context, model, [estimate])
      const version = String(must(row).attributes.current_version)
      await writeEstimate(
        context,
        version,
        read,
        read.notes.length === 0 ? fileName : [`${fileName}:`, ...read.notes].join('\n'),
      )
      const lines = nodes.filter(({ kind }) => kind === 'line').length
      return { estimate, version, lines, notes: read.notes.slice(0, 200) }
    })
  },
})
