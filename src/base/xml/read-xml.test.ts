import { describe, expect, it } from 'vitest'
import { readXml, textAt } from './read-xml.ts'

describe('readXml', () => {
  it('reads elements by their local names, with character references', () => {
    const root = readXml('<g:GAEB xmlns:g="urn:x"><g:a b="&#65;">1 &lt; 2<![CDATA[ & 3]]></g:a></g:GAEB>')
    expect(root.name).toBe('GAEB')
    expect(textAt(root, 'a')).toBe('1 < 2 & 3')
  })

  it.each([
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>', /document type/],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      /document type/,
    ],
    ['an entity nobody declared', '<a>&x;</a>', /damaged or cut off \(line 1\)/],
    ['a file that was cut off', '<a>\n<b>text', /damaged or cut off \(line 2\)/],
    ['no XML at all', 'hello', /damaged or cut off/],
    ['nothing', '', /damaged|empty/],
    [
      'a tag that goes on for ever',
      `<a ${Array.from({ length: 60 }, (_, at) => `b${at}="1"`).join(' ')}`,
      /too many attributes/,
    ],
    ['far too deep', `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`, /nested too deeply/],
  ])('refuses %s', (_, text, message) => {
    expect(() => readXml(text)).toThrow(message)
  })
})
