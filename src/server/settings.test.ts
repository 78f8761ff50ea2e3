import { describe, expect, it } from 'vitest'
import { parseSettings, SettingsError } from './settings.ts'

const reasons = (environment: Record<string, string>): string => {
  try {
    parseSettings(environment)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return error instanceof Error ? error.message : ''
  }
}

describe('parseSettings', () => {
  it('needs nothing', () => {
    expect(parseSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: '.data',
      databaseUrl: null,
      hosted: null,
      production: false,
      developmentHelpers: true,
    })
  })

  it('takes an empty variable for an absent one, and auto for any free port', () => {
    expect(parseSettings({ DATABASE_URL: '', PORT: 'auto' })).toMatchObject({ databaseUrl: null, port: 0 })
  })

  it('lists everything that is wrong at once', () => {
    const message = reasons({
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      SMTP_URL: 'nonsense',
      APP_DOMAIN: 'a b',
    })
    for (const name of ['PORT', 'DATABASE_URL', 'SMTP_URL', 'APP_DOMAIN']) expect(message).toContain(name)
  })

  it('a hosted service needs its database and its keys', () => {
    const message = reasons({ SUPABASE_URL: 'https://x.supabase.co' })
    for (const name of ['DATABASE_URL', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_KEY'])
      expect(message).toContain(name)
  })

  it('[AU-19] in production, weak secrets are refused by name', () => {
    const production = { NODE_ENV: 'production' }
    expect(reasons(production)).toBe('')
    expect(reasons({ ...production, SUPABASE_JWT_SECRET: 'secret' })).toContain('SUPABASE_JWT_SECRET')
    expect(reasons({ ...production, DATABASE_URL: 'postgres://u:postgres@db/x' })).toContain(
      'password of DATABASE_URL',
    )
    expect(reasons({ ...production, DATABASE_URL: 'postgres://u@db.example/x' })).toContain('no password')
    expect(reasons({ ...production, FORMWORK_DEMO: '1' })).toContain('FORMWORK_DEMO')
  })

  it('[TI-10] development helpers only outside production and on a loopback address', () => {
    expect(parseSettings({ NODE_ENV: 'production' }).developmentHelpers).toBe(false)
    expect(parseSettings({ HOST: '0.0.0.0' }).developmentHelpers).toBe(false)
    expect(parseSettings({ HOST: 'localhost' }).developmentHelpers).toBe(true)
    expect(reasons({ HOST: '0.0.0.0', FORMWORK_DEMO: '1' })).toContain('loopback')
  })
})
