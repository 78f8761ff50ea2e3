// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readThemeChoice, setThemeChoice, startTheme, THEME_KEY, useTheme } from './theme.ts'

const system = new (class extends EventTarget {
  matches = false
  turn(dark: boolean): void {
    this.matches = dark
    this.dispatchEvent(new Event('change'))
  }
})()

const shown = (): string | undefined => document.documentElement.dataset['theme']
let stop: () => void

beforeEach(() => {
  localStorage.clear()
  system.matches = false
  vi.stubGlobal('matchMedia', () => system)
  stop = startTheme()
})

afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

describe('theme', () => {
  it('[U-07] follows the system until something is chosen', () => {
    expect(readThemeChoice()).toBe('system')
    expect(shown()).toBe('light')
  })

  it('[U-07] follows the system live', () => {
    system.turn(true)
    expect(shown()).toBe('dark')
    system.turn(false)
    expect(shown()).toBe('light')
  })

  it('[U-07] stores the choice under the key theme and shows it at once', () => {
    setThemeChoice('dark')
    expect(THEME_KEY).toBe('theme')
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(shown()).toBe('dark')
    system.turn(false)
    expect(shown()).toBe('dark')
  })

  it('[U-07] can go back to the system', () => {
    setThemeChoice('dark')
    setThemeChoice('system')
    expect(localStorage.getItem('theme')).toBe('system')
    expect(shown()).toBe('light')
  })

  it('[U-07] takes an unknown stored value as system', () => {
    localStorage.setItem('theme', 'sepia')
    expect(readThemeChoice()).toBe('system')
  })

  it('[U-07] follows the choice made in another tab', () => {
    localStorage.setItem('theme', 'dark')
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(shown()).toBe('dark')
  })

  it('[XS-08] what another page stores elsewhere, or stores there and is no theme, changes nothing', () => {
    setThemeChoice('dark')
    for (const key of ['formwork-session', 'Theme', 'theme2'])
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'light' }))
    // What is said is not believed: what is stored counts.
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }))
    expect(shown()).toBe('dark')
    localStorage.setItem('theme', '"><script>alert(1)</script>')
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect([readThemeChoice(), shown()]).toEqual(['system', 'light'])
  })

  it('[U-07] keeps the choice for the visit where storage is refused', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    setThemeChoice('dark')
    expect(shown()).toBe('dark')
    vi.restoreAllMocks()
    setThemeChoice('system')
  })

  it('[U-07] draws again when the choice or the system changes', () => {
    const { result } = renderHook(() => useTheme())
    expect(result.current).toMatchObject({ choice: 'system', resolved: 'light' })
    act(() => system.turn(true))
    expect(result.current.resolved).toBe('dark')
    act(() => result.current.setChoice('light'))
    expect(result.current).toMatchObject({ choice: 'light', resolved: 'light' })
  })
})
