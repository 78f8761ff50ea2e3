-- Signing in with an account elsewhere. All of this is ours alone.

-- One attempt: made when the person is sent to the provider, gone when they come back.
create table auth.provider_attempts (
  -- sha256 of the `state` that travels.
  state_hash text primary key,
  provider text not null,
  nonce text not null,
  code_verifier text not null,
  redirect_to text not null,
  -- The challenge of a client that will exchange a code; null when the session goes into the fragment.
  code_challenge text,
  code_challenge_method auth.code_challenge_method,
  -- sha256 of a cookie: whoever comes back must be the browser that was sent.
  browser_hash text not null,
  -- Set when somebody signed in connects one more account.
  link_user_id uuid references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

alter table auth.provider_attempts enable row level security;

-- An account elsewhere that is connected when the code is exchanged, by the browser that asked for it.
alter table auth.flow_state add column pending_identity jsonb;
