// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MarkdownText } from './markdown-text.tsx'

afterEach(cleanup)
const draw = (text: string): HTMLElement => render(<MarkdownText text={text} />).container

describe('[XS-04] rich text', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<base href="//evil">',
    '<meta http-equiv=refresh content="0;url=//evil">',
    '<style>*{display:none}</style>',
    '<form action=//evil><input></form>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<div id="cookie"></div><a id=getElementById>x</a>',
  ])('shows %s as text', (text) => {
    const drawn = draw(text)
    expect(
      drawn.querySelector(
        'script, img, base, meta, style, form, svg, math, iframe, #cookie, #getElementById',
      ),
    ).toBeNull()
  })
  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x]( java\nscript:alert(1))',
    '[x](data:text/html,<script>)',
    '[x](vbscript:x)',
    '[x](//evil.example)',
  ])('leads nowhere: %s', (text) => expect(draw(text).querySelector('a')).toBeNull())
  it('fetches no picture of another site', () => {
    expect(draw('![a](https://evil.example/p.png)').querySelector('img')).toBeNull()
    expect(draw('![a](//evil.example/p.png)').querySelector('img')).toBeNull()
    expect(draw('![a](/assets/p.png)').querySelector('img')?.getAttribute('src')).toBe('/assets/p.png')
  })
  it('[XS-13] tells other sites nothing and gives them no handle', () => {
    const link = draw('[x](https://example.com)').querySelector('a')
    expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow')
    expect(link?.getAttribute('target')).toBe('_blank')
    expect(draw('[x](/suppliers)').querySelector('a')?.getAttribute('target')).toBeNull()
  })
  it('draws headings below the page’s own, tables and task lists', () => {
    const drawn = draw('# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done')
    expect(drawn.querySelector('h1')).toBeNull()
    expect(drawn.querySelector('h2, table td, input[type=checkbox]')).not.toBeNull()
  })
})
