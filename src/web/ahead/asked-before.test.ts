// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import type { Query } from '#contracts/query.ts'
import { askedBefore, keepAsked, recordsAskedBefore, type Asker, type Question } from './asked-before.ts'

const asker = { tenantId: 't', userId: 'u' }
const keep = (who: Asker, path: string, questions: Question[]): void =>
  keepAsked(who, { path, questions, address: path, calls: [] })

beforeEach(() => localStorage.clear())

describe('what a screen asked for', () => {
  it('is known of a route for each of its addresses, the more exact route first', () => {
    keep(asker, '/tasks/{id}', [['layout', 'task']])
    keep(asker, '/tasks/board', [['layout', 'board']])
    expect(askedBefore(asker, '/tasks/7')).toEqual([['layout', 'task']])
    expect(askedBefore(asker, '/tasks/board')).toEqual([['layout', 'board']])
    expect(askedBefore(asker, '/people')).toEqual([])
  })

  it('is nobody else’s, and of one workspace', () => {
    keep(asker, '/tasks', [['layout', 'tasks']])
    expect(askedBefore({ ...asker, userId: 'v' }, '/tasks')).toEqual([])
    expect(askedBefore({ ...asker, tenantId: 's' }, '/tasks')).toEqual([])
    keep({ ...asker, userId: 'v' }, '/people', [['layout', 'people']])
    expect(askedBefore(asker, '/tasks')).toEqual([])
  })

  it('is what was asked for last, and of so many screens only', () => {
    keep(asker, '/tasks', [['layout', 'old']])
    keep(asker, '/tasks', [['layout', 'new']])
    expect(askedBefore(asker, '/tasks')).toEqual([['layout', 'new']])
    for (let at = 0; at < 60; at += 1) keep(asker, `/screens/${at}`, [])
    expect(askedBefore(asker, '/tasks')).toEqual([])
  })

  it('is nothing where storage is damaged', () => {
    localStorage.setItem('askedBefore', '{')
    expect(askedBefore(asker, '/tasks')).toEqual([])
    keep(asker, '/tasks', [['layout', 'tasks']])
    expect(askedBefore(asker, '/tasks')).toEqual([['layout', 'tasks']])
  })
})

describe('what was asked about records', () => {
  const task = (id: string): Query => ({ model: 'tasks', where: { field: 'id', op: 'eq', value: id } })
  const keepTask = (id: string): void =>
    keepAsked(asker, { path: '/tasks/{id}', questions: [], address: `/tasks/${id}`, calls: [[task(id)]] })

  it('is known of the very address, since the next question needs what the last one answered', () => {
    keepTask('7')
    expect(recordsAskedBefore(asker, '/tasks/7')).toEqual([[task('7')]])
    expect(recordsAskedBefore(asker, '/tasks/8')).toEqual([])
    expect(recordsAskedBefore({ ...asker, userId: 'v' }, '/tasks/7')).toEqual([])
  })

  it('is kept of the last addresses, while their screen stays known', () => {
    for (let at = 0; at <= 12; at += 1) keepTask(String(at))
    expect(recordsAskedBefore(asker, '/tasks/0')).toEqual([])
    expect(recordsAskedBefore(asker, '/tasks/12')).toEqual([[task('12')]])
    expect(askedBefore(asker, '/tasks/0')).toEqual([])
  })

  it('is nothing where only screens were kept before', () => {
    localStorage.setItem(
      'askedBefore',
      JSON.stringify({ asker, screens: [['/tasks', [['layout', 'tasks']]]] }),
    )
    expect(recordsAskedBefore(asker, '/tasks')).toEqual([])
    expect(askedBefore(asker, '/tasks')).toEqual([['layout', 'tasks']])
  })
})
