import { describe, expect, it } from 'vitest'
import { claimsToBeApiToken, hashApiToken, newApiToken, tokenHint } from './token-text.ts'

describe('the text of an API token', () => {
  it('[PT-01] is 256 random bits with a checksum, and no two are alike', () => {
    const made = Array.from({ length: 10_000 }, newApiToken)
    expect(new Set(made).size).toBe(made.length)
    for (const token of made.slice(0, 200)) {
      expect(token).toMatch(/^fw_[0-9A-Za-z]{49}$/)
      expect(hashApiToken(token)).toMatch(/^[0-9a-f]{64}$/)
    }
    const seen = new Map<string, number>()
    for (const digit of made.map((token) => token.slice(3, 46)).join(''))
      seen.set(digit, (seen.get(digit) ?? 0) + 1)
    // 430,000 digits over 62: about 6,935 each, give or take 83.
    expect(seen.size).toBe(62)
    for (const count of seen.values()) expect(Math.abs(count - 6935)).toBeLessThan(500)
  })

  it('refuses what is mistyped, cut or of another kind', () => {
    const token = newApiToken()
    const other = token.at(10) === 'a' ? 'b' : 'a'
    expect(hashApiToken(`${token.slice(0, 10)}${other}${token.slice(11)}`)).toBeNull()
    expect(hashApiToken(token.slice(0, -1))).toBeNull()
    expect(hashApiToken(`${token} `)).toBeNull()
    expect([claimsToBeApiToken(token), claimsToBeApiToken('eyJhbGciOi')]).toEqual([true, false])
    expect(tokenHint(token)).toBe(`${token.slice(0, 7)}…`)
  })
})
