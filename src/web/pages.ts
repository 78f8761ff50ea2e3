import { matchPath } from 'react-router-dom'
import { lazyPage, type LazyPage } from './lazy-page.tsx'

/** A page written by hand, and its address. */
export interface HandWritten {
  path: string
  page: LazyPage
}

const notFound = lazyPage(async () => (await import('./pages/not-found.tsx')).NotFoundPage)

/** For everybody, signed in or not. */
export const publicPages: HandWritten[] = [
  { path: '/', page: lazyPage(async () => (await import('./pages/landing.tsx')).LandingPage) },
  { path: '/123', page: lazyPage(async () => (await import('./pages/parts.tsx')).PartsPage) },
  {
    path: '/marketing-one-pager',
    page: lazyPage(async () => (await import('./pages/one-pager.tsx')).OnePager),
  },
  { path: '/404', page: notFound },
  { path: '/auth', page: lazyPage(async () => (await import('./pages/sign-in.tsx')).SignInPage) },
  {
    path: '/auth/create-account',
    page: lazyPage(async () => (await import('./pages/create-account.tsx')).CreateAccountPage),
  },
  {
    path: '/auth/check-email',
    page: lazyPage(async () => (await import('./pages/check-email.tsx')).CheckEmailPage),
  },
  {
    path: '/auth/callback',
    page: lazyPage(async () => (await import('./pages/auth-callback.tsx')).AuthCallbackPage),
  },
  {
    path: '/auth/forgot',
    page: lazyPage(async () => (await import('./pages/forgot-password.tsx')).ForgotPasswordPage),
  },
  {
    path: '/auth/reset',
    page: lazyPage(async () => (await import('./pages/reset-password.tsx')).ResetPasswordPage),
  },
  {
    path: '/auth/second-step',
    page: lazyPage(async () => (await import('./pages/second-step.tsx')).SecondStepPage),
  },
  { path: '/auth/*', page: notFound },
]

/** For whoever is signed in, in a workspace or not. */
export const personPages: HandWritten[] = [
  {
    path: '/auth/select-tenant',
    page: lazyPage(async () => (await import('./pages/select-tenant.tsx')).SelectTenantPage),
  },
  {
    path: '/auth/create-tenant',
    page: lazyPage(async () => (await import('./pages/create-tenant.tsx')).CreateTenantPage),
  },
]

/** For whoever is signed in; with the frame when they are in a workspace already. */
export const invitePath = '/invite/:token'
export const invitePage = lazyPage(async () => (await import('./pages/invite.tsx')).InvitePage)

/** As the invitation; in a workspace it is a screen like any other. */
export const joinTestPath = '/join-test-tenant'
export const joinTestPage = lazyPage(async () => (await import('./pages/join-test.tsx')).JoinTestPage)

/** In a workspace, without the frame. */
export const onboarding = lazyPage(async () => (await import('./pages/onboarding.tsx')).OnboardingPage)
/** The frame, and inside it every other address: the screens of the workspace. */
export const shellLayout = lazyPage(async () => (await import('./shell/shell-layout.tsx')).ShellLayout)
export const screenPage = lazyPage(async () => (await import('./pages/screen-page.tsx')).ScreenPage)

/** Where a screen is edited, inside the frame. */
export const editLayoutPath = '/layouts/:id/edit'
export const editLayoutPage = lazyPage(async () => (await import('./pages/edit-layout.tsx')).EditLayoutPage)

/** Starts fetching what an address needs, while the session is still being looked at. */
export function preloadPage(pathname: string): void {
  const exact = [...personPages, ...publicPages].find(({ path }) => matchPath(path, pathname))
  const wanted = exact
    ? [exact.page]
    : pathname === '/onboarding'
      ? [onboarding]
      : matchPath(invitePath, pathname)
        ? [invitePage]
        : matchPath(editLayoutPath, pathname)
          ? [shellLayout, editLayoutPage]
          : [shellLayout, screenPage]
  // What cannot be fetched is asked for again, and reported, when it is drawn.
  for (const page of wanted) void page.preload().catch(() => undefined)
}
