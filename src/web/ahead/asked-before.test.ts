// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { askedBefore, keepAsked } from './asked-before.ts'

const asker = { tenantId: 't', userId: 'u' }

beforeEach(() => localStorage.clear())

describe('what a screen asked for', () => {
  it('is known of a route for each of its addresses, the more exact route first', () => {
    keepAsked(asker, '/tasks/{id}', [['layout', 'task']])
    keepAsked(asker, '/tasks/board', [['layout', 'board']])
    expect(askedBefore(asker, '/tasks/7')).toEqual([['layout', 'task']])
    expect(askedBefore(asker, '/tasks/board')).toEqual([['layout', 'board']])
    expect(askedBefore(asker, '/people')).toEqual([])
  })

  it('is nobody else’s, and of one workspace', () => {
    keepAsked(asker, '/tasks', [['layout', 'tasks']])
    expect(askedBefore({ ...asker, userId: 'v' }, '/tasks')).toEqual([])
    expect(askedBefore({ ...asker, tenantId: 's' }, '/tasks')).toEqual([])
    keepAsked({ ...asker, userId: 'v' }, '/people', [['layout', 'people']])
    expect(askedBefore(asker, '/tasks')).toEqual([])
  })

  it('is what was asked for last, and of so many screens only', () => {
    keepAsked(asker, '/tasks', [['layout', 'old']])
    keepAsked(asker, '/tasks', [['layout', 'new']])
    expect(askedBefore(asker, '/tasks')).toEqual([['layout', 'new']])
    for (let at = 0; at < 60; at += 1) keepAsked(asker, `/screens/${at}`, [])
    expect(askedBefore(asker, '/tasks')).toEqual([])
  })

  it('is nothing where storage is damaged', () => {
    localStorage.setItem('askedBefore', '{')
    expect(askedBefore(asker, '/tasks')).toEqual([])
    keepAsked(asker, '/tasks', [['layout', 'tasks']])
    expect(askedBefore(asker, '/tasks')).toEqual([['layout', 'tasks']])
  })
})
