// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { currentLanguage, loadLanguage, t, useTranslate } from './translate.ts'

const texts: Record<string, Record<string, string>> = {
  en: { '{{count}} lines_one': '{{count}} line', '{{count}} lines_other': '{{count}} lines' },
  de: {
    'Save {{name}}': '{{name}} sichern',
    'Error: try again. Now?': 'Fehler: noch einmal. Jetzt?',
    '{{count}} lines_one': '{{count}} Zeile',
    '{{count}} lines_other': '{{count}} Zeilen',
  },
}
const load = async (language: string) => texts[language] ?? {}

it('shows the English text where there is no translation', () => {
  expect(t('Save {{name}}', { name: 'Roof' })).toBe('Save Roof')
  expect(t('A sentence. With: punctuation, and_underscores')).toBe(
    'A sentence. With: punctuation, and_underscores',
  )
})

it('puts values in as they are: React escapes, and a value is no template', () => {
  expect(t('Save {{name}}', { name: '<b> & $t(Save) {{name}}' })).toBe('Save <b> & $t(Save) {{name}}')
})

it('loads a language, marks the page with it and draws again', async () => {
  const { result } = renderHook(() => useTranslate())
  expect(result.current('Save {{name}}', { name: 'Dach' })).toBe('Save Dach')
  await act(() => loadLanguage('de', load))
  expect(result.current('Save {{name}}', { name: 'Dach' })).toBe('Dach sichern')
  expect(t('Error: try again. Now?')).toBe('Fehler: noch einmal. Jetzt?')
  expect(document.documentElement.lang).toBe('de')
  await act(() => loadLanguage('en', load))
  expect(result.current('Save {{name}}', { name: 'Roof' })).toBe('Save Roof')
})

it('picks the plural form by count', async () => {
  await loadLanguage('en', load)
  expect([1, 2].map((count) => t('{{count}} lines', { count }))).toEqual(['1 line', '2 lines'])
  await loadLanguage('de', load)
  expect([1, 2].map((count) => t('{{count}} lines', { count }))).toEqual(['1 Zeile', '2 Zeilen'])
})

it('shows the language asked for last, whichever arrives last', async () => {
  let release: (() => void) | undefined
  const slow = new Promise<void>((resolve) => {
    release = resolve
  })
  const first = loadLanguage('fr', async () => {
    await slow
    return {}
  })
  await loadLanguage('en', load)
  release?.()
  await first
  expect(currentLanguage()).toBe('en')
})

it('keeps the language when the next cannot be fetched', async () => {
  await loadLanguage('de', load)
  await expect(loadLanguage('it', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(currentLanguage()).toBe('de')
  expect(t('Save {{name}}', { name: 'Dach' })).toBe('Dach sichern')
})
