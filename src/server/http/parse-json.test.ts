import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import { parseJson } from './parse-json.ts'

const refusal = (text: string): { code: string; details: unknown } => {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, details: error.details }
    throw error
  }
  throw new Error('was accepted')
}

describe('parseJson', () => {
  it('reads what JSON.parse reads, however it is spaced', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 2), (text, indent) => {
        const value = JSON.parse(text) as unknown
        fc.pre(!/"__proto__"|\\ud[89a-f]/i.test(text) && !/(?<!\.)\b\d{16,}/.test(text))
        expect(parseJson(JSON.stringify(value, null, indent))).toEqual(value)
      }),
      { numRuns: 500 },
    )
  })

  it('never throws anything but a refusal, and refuses what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0109eE+-. truefalsn\n') }), (text) => {
        let expected: unknown = refusal
        try {
          expected = JSON.parse(text) as unknown
        } catch {
          expect(['bad_request', 'invalid']).toContain(refusal(text).code)
          return
        }
        try {
          expect(parseJson(text)).toEqual(expected)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('names the place of what it refuses', () => {
    expect(refusal('{"a":{"b":[1,{"c":1,"c":2}]}}')).toMatchObject({
      details: [{ path: 'a.b.1.c', code: 'duplicate_key' }],
    })
    expect(refusal('{"a":[0,1e400]}')).toMatchObject({ details: [{ path: 'a.1', code: 'number' }] })
    expect(refusal('{"a":\n  [0,]}')).toMatchObject({ code: 'bad_request', details: [{ path: 'a.1' }] })
  })

  it('takes 64 levels and not 65', () => {
    const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(() => parseJson(nest(65))).not.toThrow() // the innermost list is empty: nothing lies at level 65
    expect(refusal(`${'['.repeat(65)}1${']'.repeat(65)}`)).toMatchObject({ code: 'invalid' })
    expect(() => parseJson(`${'['.repeat(64)}1${']'.repeat(64)}`)).not.toThrow()
  })
})
