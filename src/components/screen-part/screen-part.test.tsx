// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { layoutSchema } from '#contracts/layout.ts'
import { must } from '#base/assert.ts'
import { definitionOf, describeComponent } from '../definitions.ts'
import { drawComponent, listenedApi } from '../../../tests/support/draw-component.tsx'
import { standInForBrowser } from '../../../tests/support/stand-in-for-browser.ts'

beforeAll(standInForBrowser)
afterEach(cleanup)

it('a screen within itself is drawn once, and says so instead of going on for ever', async () => {
  const props = { layout: null, otherwise: 'round', params: {} }
  const { api, calls } = listenedApi(({ name }) => {
    if (name === 'GET /api/layouts/round')
      return {
        status: 200,
        body: {
          id: 'round',
          expressions: {},
          layout: layoutSchema.parse({
            schema: 1,
            key: 'round',
            title: 'Round',
            nodes: { part: { component: 'screen-part', v: 1, props } },
            root: 'part',
          }),
        },
      }
    if (name === 'GET /api/layouts/round/components')
      return { status: 200, body: [describeComponent(must(definitionOf('screen-part')))] }
    return null
  })
  drawComponent('screen-part', props, { api })
  expect(await screen.findByText('A screen cannot stand within itself')).toBeTruthy()
  expect(screen.getAllByText('A screen cannot stand within itself')).toHaveLength(1)
  expect(calls.length).toBeLessThan(4)
})
