// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ViewProps } from '../view-props.ts'
import type { progress } from './progress.definition.ts'
import { Progress } from './progress.tsx'

afterEach(cleanup)

type Props = ViewProps<typeof progress>

const draw = (value: string | number, digits = 0) =>
  render(
    <Progress {...({ props: { label: 'Coverage', value, digits, tone: 'accent' } } as unknown as Props)} />,
  )

it.each([
  ['99.61', 0, '99 %'],
  ['100.00', 0, '100 %'],
  ['99.00', 2, '99.00 %'],
  ['99.61', 2, '99.61 %'],
  [62, 0, '62 %'],
  ['0.07', 2, '0.07 %'],
])('%s with %s digits reads %s: never whole before it is', (value, digits, words) => {
  draw(value, digits)
  expect(screen.getByText(words)).toBeTruthy()
})
