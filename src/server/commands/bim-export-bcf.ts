import { createHash } from 'node:crypto'
import { z } from 'zod'
import { newId } from '#base/ids.ts'
import { bcfVersions, type BcfTopic } from '../bim/bcf/bcf-topic.ts'
import { commentsOnViews, projectViews } from '../bim/bcf/project-views.ts'
import { topicOfView } from '../bim/bcf/topic-of-view.ts'
import { viewPeople } from '../bim/bcf/view-people.ts'
import { pictureReader } from '../bim/bcf/view-pictures.ts'
import { writeBcf } from '../bim/bcf/write-bcf.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { cleanFileName } from '../files/content-disposition.ts'
import { insertFile } from '../files/keep-file.ts'
import { modelFor } from '../records/record-context.ts'
import { toldText } from '../records/told-text.ts'
import { defineCommand } from './command.ts'

/** Makes a BCF file of the kept views of a project; whoever asked can fetch it as a file for a day. */
export const bimExportBcf = defineCommand({
  name: 'bim.export-bcf',
  title: 'Export views as BCF',
  input: z.strictObject({ project: z.uuid(), version: z.enum(bcfVersions).default('2.1') }),
  changes: [],
  async run(context, { project, version }, services) {
    modelFor(context, 'bim_viewpoints', 'export')
    const { attributes } = await visibleRow(context, 'bim_projects', project, 'read')
    const views = await projectViews(context, project)
    const comments = await commentsOnViews(context, project, 'export')
    const people = await viewPeople(context)
    const read = pictureReader(context, services)
    const topics: BcfTopic[] = []
    let picturesLeftOut = 0
    for (const row of views) {
      const { picture, leftOut } = await read(row)
      topics.push(topicOfView(row, comments.get(String(row['id'])) ?? [], picture, people))
      if (leftOut) picturesLeftOut += 1
    }
    const name = `${toldText(context, 'bim_projects', attributes, 'name') ?? 'views'}.bcfzip`
    const bytes = writeBcf(topics, version)
    const key = services.files.newKey(context.caller.tenantId)
    await services.files.put(key, bytes)
    const sha256 = createHash('sha256').update(bytes).digest()
    const file = { id: newId(), name: cleanFileName(name), type: 'application/zip', size: bytes.byteLength }
    // No record holds it: upkeep removes it a day later.
    await insertFile(context.tx, context.caller, { ...file, sha256, key })
    return { file: file.id, name: file.name, topics: topics.length, pictures_left_out: picturesLeftOut }
  },
})
