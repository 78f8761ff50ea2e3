import { describe, expect, it } from 'vitest'
import type { QueryResult } from '#contracts/query.ts'
import { PageBook } from './page-book.ts'

const page = (from: number, count: number, after: string | null): QueryResult => ({
  rows: Array.from({ length: count }, (_, at) => ({ id: from + at })),
  page: { size: 100, after },
})

describe('a book of pages', () => {
  it('reads the next page after its mark, and a far one after the nearest', () => {
    const book = new PageBook(100)
    expect(book.place(0)).toEqual({})
    book.learn(0, page(0, 100, 'm1'))
    expect(book.place(1)).toEqual({ after: 'm1' })
    expect(book.place(7)).toEqual({ after: 'm1', skip: 600 })
    expect(book.rowAt(42)).toEqual({ id: 42 })
    expect(book.rowAt(142)).toBeUndefined()
    expect(book.seen).toBe(101)
    expect(book.end).toBeNull()
  })

  it('a place stays the same once asked for, so that nothing is asked for twice', () => {
    const book = new PageBook(100)
    expect(book.place(3)).toEqual({ skip: 300 })
    book.learn(2, page(200, 100, 'm3'))
    expect(book.place(3)).toEqual({ skip: 300 })
    expect(book.place(4)).toEqual({ after: 'm3', skip: 100 })
  })

  it('lands some pages before a far place, so that reading upwards costs little', () => {
    const book = new PageBook(100)
    expect(book.landing(10)).toBeNull()
    expect(book.landing(5000)).toEqual({ page: 4980, place: { skip: 497_999 } })
    book.mark(4980, 'm4980')
    expect(book.landing(5000)).toBeNull()
    expect(book.place(4999)).toEqual({ after: 'm4980', skip: 1900 })
  })

  it('a page whose neighbour ends elsewhere now is asked for again from there', () => {
    const book = new PageBook(100)
    book.learn(0, page(0, 100, 'old'))
    expect(book.place(1)).toEqual({ after: 'old' })
    book.learn(1, page(100, 100, 'm2'))
    expect(book.learn(0, page(0, 100, 'old'))).toBe(false)
    expect(book.learn(0, page(0, 100, 'new'))).toBe(true)
    expect(book.place(1)).toEqual({ after: 'new' })
  })

  it('knows the end once it saw it, and that it grew', () => {
    const book = new PageBook(100)
    book.learn(0, page(0, 100, 'm1'))
    book.learn(1, page(100, 40, null))
    expect(book.end).toBe(140)
    book.learn(1, page(100, 100, 'm2'))
    expect(book.end).toBeNull()
    book.learn(2, page(200, 0, null))
    expect(book.end).toBe(200)
  })

  it('an empty answer is the end', () => {
    const book = new PageBook(100)
    book.learn(0, page(0, 0, null))
    expect(book.end).toBe(0)
  })
})
