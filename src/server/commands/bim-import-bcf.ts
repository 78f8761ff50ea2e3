import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { readBcf } from '../bim/bcf/read-bcf.ts'
import { takeTopics } from '../bim/bcf/take-topics.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor } from '../records/record-context.ts'
import { requireReadable } from '../records/require-readable.ts'
import { defineCommand } from './command.ts'

/** Of a larger one nearly all is pictures. */
const largestFile = 100_000_000

/**
 * Takes the topics of the BCF file that stands last in a project's field into its kept views, with what was said about them
 * and their pictures. A topic that was taken in, or sent out, before is changed and not made twice. Answers what became of
 * them, and what could not be kept.
 */
export const bimImportBcf = defineCommand({
  name: 'bim.import-bcf',
  title: 'Take in a BCF file',
  input: z.strictObject({ project: z.uuid() }),
  changes: ['bim_viewpoints', 'bim_comments'],
  async run(context, { project }, services) {
    modelFor(context, 'bim_viewpoints', 'create')
    const { attributes } = await visibleRow(context, 'bim_projects', project, 'read')
    const why = 'Your role does not see the BCF files of this project.'
    requireReadable(context, { bim_projects: ['bcf_files'] }, why)
    const files: unknown[] = Array.isArray(attributes['bcf_files']) ? attributes['bcf_files'] : []
    const last = files.at(-1)
    const id = typeof last === 'object' && last !== null && 'id' in last ? last.id : null
    const { rows } = await context.tx.query<{ storage_key: string; size: number }>(
      'select storage_key, size::float8 as size from app.files where tenant_id = $1 and id = $2::uuid and deleted_at is null',
      [context.caller.tenantId, id],
    )
    const [file] = rows
    if (!file || file.size > largestFile)
      throw invalid([{ path: 'project', code: 'bcf', message: 'Upload a BCF file of at most 100 MB first.' }])
    const stream = await services.files.stream(file.storage_key)
    const read = readBcf(new Uint8Array(await new Response(stream).arrayBuffer()))
    const taken = await takeTopics(context, services, project, read.topics)
    return {
      created: taken.created,
      changed: taken.changed,
      unchanged: taken.unchanged,
      comments: taken.comments,
      comments_left_out: taken.commentsLeftOut,
      pictures_left_out: taken.picturesLeftOut + read.picturesLeftOut,
      unassigned: taken.unassigned,
      fields_left_out: taken.fieldsLeftOut,
    }
  },
})
