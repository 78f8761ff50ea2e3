import { expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import { must } from '#base/assert.ts'
import { compileWorkspace } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import type { RecordContext } from '../records/record-context.ts'
import { mergeAbout } from './about.ts'
import { seenWords } from './seen-words.ts'

const model = (key: string) => ({
  kind: 'model',
  id: newId(),
  key,
  body: { label: key, schema: { version: 1, fields: [{ key: 'name', label: 'Name', type: 'text' }] } },
  created_at: '',
})
const documents = [model('jobs'), model('notes')]
const workspace = compileWorkspace(newId(), newId(), documents)

it('asks each model of a page once, however many words there are', async () => {
  const asked: unknown[][] = []
  const query = async (_text: string, values: unknown[]) => {
    asked.push(values[2] as unknown[])
    return { rows: (values[2] as string[]).slice(1).map((id) => ({ id })), rowCount: 0 }
  }
  const context = {
    tx: { query },
    caller: { tenantId: workspace.tenantId, userId: newId() },
    workspace,
    access: compilePermissions(workspace, 'member'),
  } as unknown as RecordContext
  const rows = Array.from({ length: 200 }, (_, at) => ({
    subject: `Told ${at}`,
    message: '',
    link: '/x',
    about: [{ model: must(documents[at % 2]).id, id: newId(), fields: ['name'] }],
  }))
  const seen = await seenWords(context, rows)
  expect(asked.map((ids) => ids.length)).toEqual([100, 100])
  const hidden = { subject: 'About a record you can no longer see', message: '', link: '', ours: true }
  expect(seen.slice(0, 3)).toEqual([hidden, hidden, { subject: 'Told 2', message: '', link: '/x' }])
  // What is about nothing asks nothing.
  expect(await seenWords(context, [{ subject: 'A', message: '', link: '', about: [] }])).toHaveLength(1)
  expect(asked).toHaveLength(2)
})

it('gathers what is about one record', () => {
  const about = [
    { model: 'm', id: 'a', fields: ['name'] },
    { model: 'm', id: 'a' },
    { model: 'm', id: 'a', fields: ['name', 'state'] },
    { model: 'm', id: 'b' },
  ]
  expect(mergeAbout(about)).toEqual([
    { model: 'm', id: 'a', fields: ['name', 'state'] },
    { model: 'm', id: 'b' },
  ])
})
