import { afterEach, describe, expect, it, vi } from 'vitest'
import { toast } from '#ui/toasts/toast.ts'
import { fakeApi, fakeServer, quickClient } from '../../../tests/support/fake-engine.tsx'
import { onConflict, openConflict } from './conflicts.ts'
import { recordWrites } from './record-writes.ts'

vi.mock(import('#ui/toasts/toast.ts'), { spy: true })
afterEach(() => vi.clearAllMocks())

const conflict = {
  status: 412,
  body: {
    error: {
      code: 'edit_conflict',
      message: 'Somebody else changed the same values.',
      details: { fields: { name: { base: 'a', mine: 'b', theirs: 'c' } } },
    },
  },
}

/** The writes of a server that meets a conflict until the writer has seen `c`. */
function conflicting() {
  const server = fakeServer((_name, body) =>
    (body as { base: { name: string } }).base.name === 'c' ? { body: { id: '1' } } : conflict,
  )
  return { ...server, writes: recordWrites(fakeApi(server.fetch), quickClient(), 'note') }
}

describe('recordWrites', () => {
  it('asks which value stays and saves the choice over what is stored now', async () => {
    const { writes, sent } = conflicting()
    const ignore = onConflict(() => {
      expect(openConflict()?.conflicts ?? []).toEqual(
        openConflict() ? [{ key: 'name', base: 'a', mine: 'b', theirs: 'c' }] : [],
      )
      openConflict()?.answer({ name: 'mine and theirs' })
    })
    await writes.update('1', { name: 'b', place: 'roof' }, { name: 'a', place: null })
    ignore()
    expect(sent.at(-1)?.body).toEqual({
      name: 'mine and theirs',
      place: 'roof',
      base: { name: 'c', place: null },
    })
    expect(toast.error).not.toHaveBeenCalled()
  })

  it('throws the conflict when it is left, when nobody draws the question, and when the place asks itself', async () => {
    const { writes, sent } = conflicting()
    const change = (asksConflicts: boolean) =>
      writes.update('1', { name: 'b' }, { name: 'a' }, { quiet: true, asksConflicts })
    await expect(change(true)).rejects.toMatchObject({ code: 'edit_conflict' })
    const ignore = onConflict(() => openConflict()?.answer(null))
    await expect(change(true)).rejects.toMatchObject({ code: 'edit_conflict' })
    await expect(change(false)).rejects.toMatchObject({ code: 'edit_conflict' })
    ignore()
    expect(sent).toHaveLength(3)
  })

  it('asks about many records at once and sends those that met somebody again, as chosen', async () => {
    const met = (id: string, theirs: string) => ({
      id,
      title: `No. ${id}`,
      fields: { name: { base: 'a', mine: 'b', theirs } },
    })
    const refused = {
      status: 412,
      body: {
        error: {
          ...conflict.body.error,
          details: { fields: met('1', 'c').fields, records: [met('1', 'c'), met('3', 'd')] },
        },
      },
    }
    const server = fakeServer((_name, body) =>
      (body as { update: { base: { name: string } }[] }).update[0]?.base.name === 'c'
        ? { body: {} }
        : refused,
    )
    const writes = recordWrites(fakeApi(server.fetch), quickClient(), 'note')
    const asked: unknown[] = []
    const ignore = onConflict(() => {
      const open = openConflict()
      if (!open) return
      asked.push(...open.conflicts.map(({ record }) => record))
      open.answer({ '1 name': 'b', '3 name': 'd' })
    })
    const change = (id: string) => ({ id, values: { name: 'b' }, base: { name: 'a' } })
    await writes.updateMany([change('1'), change('2'), change('3')])
    ignore()
    expect(asked).toEqual([
      { id: '1', title: 'No. 1' },
      { id: '3', title: 'No. 3' },
    ])
    expect(server.sent.at(-1)?.body).toEqual({
      update: [
        { id: '1', values: { name: 'b' }, base: { name: 'c' } },
        change('2'),
        { id: '3', values: { name: 'd' }, base: { name: 'd' } },
      ],
    })
  })

  it('offers to take back exactly what it did', async () => {
    const outcome = {
      step: { id: 'req-1', kind: 'updated', title: 'Beam', count: 1, model: null, fields: ['Name'] },
      applied: 1,
      refused: [{ label: 'Place', title: 'Beam', reason: 'changed', theirs: 'roof' }],
      models: ['note'],
    }
    const server = fakeServer((name) => ({ body: name === 'POST /api/undo' ? outcome : { id: '1' } }))
    const writes = recordWrites(fakeApi(server.fetch), quickClient(), 'note')
    await writes.update('1', { name: 'b' })
    vi.mocked(toast.success).mock.calls[0]?.[1]?.action?.onClick()
    await vi.waitFor(() => expect(toast.warning).toHaveBeenCalled())
    expect(server.sent.at(-1)).toMatchObject({ name: 'POST /api/undo', body: { step: 'req-1' } })
    expect(vi.mocked(toast.success).mock.calls[1]).toMatchObject([
      'Undone',
      { description: 'Changed Name of “Beam”', action: { label: 'Redo' } },
    ])
    expect(vi.mocked(toast.warning).mock.calls[0]).toEqual([
      'One value stays as it is',
      { description: 'Place · “Beam” was changed by somebody else since: roof' },
    ])
  })
})
