import {
  AuthApiError,
  AuthInvalidTokenResponseError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { explainAuthError } from './explain-auth-error.ts'

const signIn = { label: 'Sign in', href: '/auth' }

it('[X-07] Auth session missing!', () => {
  expect(explainAuthError(new AuthSessionMissingError())).toEqual({
    text: 'Session expired. Please sign in again.',
    next: signIn,
  })
})

it('[X-07] Auth session or user missing', () => {
  expect(explainAuthError(new AuthInvalidTokenResponseError())).toEqual({
    text: 'Authentication failed. Please sign in again.',
    next: signIn,
  })
})

it('[X-07] weak password, with each reason', () => {
  const { text, reasons } = explainAuthError(
    new AuthWeakPasswordError('Password is weak', 422, ['length', 'pwned']),
  )
  expect(text).toBe('This password is too easy to guess.')
  expect(reasons).toEqual([
    'Use at least 8 characters.',
    'This password is known from leaks. Choose another one.',
  ])
})

it('[X-07] invalid JWT', () => {
  const expected = { text: 'Authentication failed. Please sign in again.', next: signIn }
  expect(explainAuthError(new AuthApiError('invalid JWT: unable to parse', 401, 'bad_jwt'))).toEqual(expected)
  expect(explainAuthError(new AuthApiError('Invalid JWT', 403, undefined))).toEqual(expected)
})

it.each([502, 503, 504])('[X-07] a network error %i that may be retried', (status) => {
  expect(explainAuthError(new AuthRetryableFetchError('{}', status)).text).toMatch(/try again in a moment/)
})

it('[V-07] a missing part of the sign-in', () => {
  const message = 'You must provide either an email or phone number and a password'
  expect(explainAuthError(new AuthApiError(message, 400, 'validation_failed')).text).toBe(message)
})

it('says how long to wait', () => {
  const error = new AuthApiError(
    'For security purposes, you can only request this after 42 seconds.',
    429,
    'over_email_send_rate_limit',
  )
  expect(explainAuthError(error)).toEqual({
    text: 'Please wait {{count}} seconds before asking again.',
    values: { count: 42 },
  })
})

it('never shows the inside of a server', () => {
  expect(explainAuthError(new AuthApiError('pq: relation "x" does not exist', 500, undefined)).text).toMatch(
    /^That did not work/,
  )
  expect(explainAuthError(null).text).toMatch(/^That did not work/)
})
