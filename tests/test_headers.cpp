// Nothing of its own: what tests include is precompiled with it.
