-- Why a run could not begin when it was due (model/next.h), '' when it could; and for which run it waited.
ALTER TABLE executions ADD COLUMN waited_on TEXT NOT NULL DEFAULT '';
ALTER TABLE executions ADD COLUMN waited_for INTEGER;
