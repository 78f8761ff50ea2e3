-- Which of the product's own models a record belongs to; null for a workspace's own. Triggers of standard models look at
-- it, so that writes of other records cost nothing more.
alter table app.objects add column standard text;
