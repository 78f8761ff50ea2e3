import { expect, it } from 'vitest'
import { refuseWeakSecrets } from './refuse-weak-secrets.ts'

const good = {
  jwtSecret: 'q4Wz8rT1yU6iO3pA9sD2fG5hJ7kL0xCv',
  databaseUrl: 'postgresql://owner:x7Kq-2mZ_p0W@db.internal/formwork',
}

it('accepts random secrets, none at all, and other ways into the database', () => {
  expect(() => refuseWeakSecrets(good)).not.toThrow()
  expect(() => refuseWeakSecrets({ ...good, jwtSecret: undefined })).not.toThrow()
  expect(() =>
    refuseWeakSecrets({ ...good, databaseUrl: 'postgresql:///formwork?host=/run/postgresql' }),
  ).not.toThrow()
})

it.each(['postgres', 'password', 'admin123', 'changeme', 'change-me-please', 'your-secret-password', 'abc'])(
  'refuses the database password %s',
  (password) => {
    const refused = () =>
      refuseWeakSecrets({ ...good, databaseUrl: `postgresql://owner:${password}@db.internal/formwork` })
    expect(refused).toThrow(/^Refusing to start in production: The database password in DATABASE_URL is /)
  },
)

it.each([
  '',
  'short',
  'your-super-secret-jwt-token-with-at-least-32-characters',
  'changeme'.repeat(5),
  'ab'.repeat(20),
])('refuses the JWT secret %j', (jwtSecret) => {
  expect(() => refuseWeakSecrets({ ...good, jwtSecret })).toThrow('JWT secret')
})

it('never repeats a value', () => {
  const refused = () =>
    refuseWeakSecrets({ jwtSecret: 'winter', databaseUrl: 'postgresql://owner:summer@db.internal/formwork' })
  expect(refused).toThrow(/^[^]*JWT secret[^]*database password[^]*$/)
  expect(refused).not.toThrow(/winter|summer/)
})
