-- What one person did last, for “recent”: without it, all that happened in a workspace would be read to find it.
create index events_actor_idx on app.events (tenant_id, actor_id, id) where record_id is not null;
