package dev.serval.files;

/**
 * What a listing of a directory looks like, where there are listings at all. Immutable.
 *
 * @param showServerInfo whether the server names itself below it; default false (Tomcat: true)
 * @param sortListings whether clients may ask for an order; default false, by name
 * @param sortDirectoriesFirst whether directories stand before files; default false
 * @param readmeFile the name of a file of the directory that is shown below the list; null if there
 *     is none
 */
record ListingSettings(
        boolean showServerInfo,
        boolean sortListings,
        boolean sortDirectoriesFirst,
        String readmeFile) {

    static final ListingSettings DEFAULTS = new ListingSettings(false, false, false, null);

    ListingSettings withShowServerInfo(boolean value) {
        return new ListingSettings(value, sortListings, sortDirectoriesFirst, readmeFile);
    }

    ListingSettings withSortListings(boolean value) {
        return new ListingSettings(showServerInfo, value, sortDirectoriesFirst, readmeFile);
    }

    ListingSettings withSortDirectoriesFirst(boolean value) {
        return new ListingSettings(showServerInfo, sortListings, value, readmeFile);
    }

    ListingSettings withReadmeFile(String value) {
        return new ListingSettings(showServerInfo, sortListings, sortDirectoriesFirst, value);
    }
}
